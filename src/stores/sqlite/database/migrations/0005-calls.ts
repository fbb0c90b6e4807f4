/** Runs, calls and what came of them. A call may outlive its run and its plan, so it names these and does not refer to them. */
export const calls = `
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  conversation INTEGER NOT NULL REFERENCES conversations,
  branch TEXT NOT NULL REFERENCES branches,
  state TEXT NOT NULL,
  stop_asked INTEGER NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX runs_by_state ON runs (state, id);
CREATE INDEX runs_by_conversation ON runs (conversation, state, id);
CREATE INDEX runs_by_branch ON runs (branch, state, id);

CREATE TABLE calls (
  id TEXT PRIMARY KEY,
  conversation INTEGER NOT NULL REFERENCES conversations,
  branch TEXT NOT NULL REFERENCES branches,
  run TEXT NOT NULL,
  plan TEXT NOT NULL,
  model TEXT NOT NULL,
  node TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX calls_by_conversation ON calls (conversation, id);
CREATE INDEX calls_by_branch ON calls (branch, id);
CREATE INDEX calls_by_run ON calls (run, id);
CREATE INDEX calls_by_plan ON calls (plan, id);
CREATE INDEX calls_by_model ON calls (model, id);
CREATE INDEX calls_by_node ON calls (node, id);

CREATE TABLE tool_traces (
  key INTEGER PRIMARY KEY,
  call TEXT NOT NULL REFERENCES calls,
  call_id TEXT NOT NULL,
  json TEXT NOT NULL,
  UNIQUE (call, call_id)
) STRICT;

CREATE TABLE outcomes (
  id TEXT PRIMARY KEY,
  call TEXT NOT NULL REFERENCES calls,
  plan TEXT NOT NULL,
  conversation INTEGER NOT NULL REFERENCES conversations,
  branch TEXT NOT NULL REFERENCES branches,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX outcomes_by_call ON outcomes (call, id);
CREATE INDEX outcomes_by_plan ON outcomes (plan, id);
CREATE INDEX outcomes_by_branch ON outcomes (branch, id);
CREATE INDEX outcomes_by_conversation ON outcomes (conversation, id);

CREATE TABLE reflections (
  call TEXT PRIMARY KEY REFERENCES calls,
  plan TEXT NOT NULL,
  conversation INTEGER NOT NULL REFERENCES conversations,
  branch TEXT NOT NULL REFERENCES branches,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX reflections_by_plan ON reflections (plan, call);
CREATE INDEX reflections_by_branch ON reflections (branch, call);
CREATE INDEX reflections_by_conversation ON reflections (conversation, call);

CREATE TABLE calibrations (
  key INTEGER PRIMARY KEY,
  model TEXT NOT NULL,
  version INTEGER NOT NULL,
  json TEXT NOT NULL,
  UNIQUE (model, version)
) STRICT;
`
