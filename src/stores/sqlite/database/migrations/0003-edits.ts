/**
 * What happened on branches beside their nodes: edits, cuts, heads, checkpoints, restores; and the plans of a branch in the order
 * in which they were made.
 */
export const edits = `
CREATE TABLE branch_facts (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  branch TEXT NOT NULL REFERENCES branches,
  node INTEGER REFERENCES nodes,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX branch_facts_by_branch ON branch_facts (branch, number);
ALTER TABLE branches ADD COLUMN fact_number INTEGER NOT NULL DEFAULT 0;

ALTER TABLE plans ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE plans SET number = placed.number FROM (
  SELECT id, row_number() OVER (PARTITION BY branch ORDER BY created_at, id) AS number FROM plans
) AS placed WHERE plans.id = placed.id;
CREATE INDEX plans_by_branch ON plans (branch, number);
`
