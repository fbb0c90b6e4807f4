/**
 * Trees whole: further edges and sources, notes, versions, prunes, selections, what a person notes beside nodes, and
 * full-text search. Only nodes with siblings are written anew.
 */
export const trees = `
ALTER TABLE nodes ADD COLUMN note INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nodes ADD COLUMN base INTEGER;
ALTER TABLE nodes ADD COLUMN ordinal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nodes ADD COLUMN edited_from INTEGER REFERENCES nodes;
CREATE INDEX nodes_by_parent ON nodes (parent, note);
CREATE INDEX nodes_by_conversation ON nodes (conversation);
UPDATE nodes SET ordinal = placed.ordinal FROM (
  SELECT key, row_number() OVER (PARTITION BY parent ORDER BY key) - 1 AS ordinal FROM nodes
  WHERE parent IN (SELECT parent FROM nodes WHERE parent IS NOT NULL GROUP BY parent HAVING count(*) > 1)
) AS placed WHERE nodes.key = placed.key AND placed.ordinal > 0;

CREATE TABLE revisions (last INTEGER NOT NULL) STRICT;
INSERT INTO revisions SELECT coalesce(max(revision), 0) FROM marks;
DROP INDEX marks_by_depth;
CREATE INDEX marks_by_node ON marks (conversation, node, kind, revision, is_on);

CREATE TABLE edges (
  target INTEGER NOT NULL REFERENCES nodes,
  number INTEGER NOT NULL,
  conversation INTEGER NOT NULL REFERENCES conversations,
  type INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (target, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE sources (
  conversation INTEGER NOT NULL REFERENCES conversations,
  role INTEGER NOT NULL,
  target INTEGER NOT NULL REFERENCES nodes,
  edge INTEGER NOT NULL,
  place INTEGER NOT NULL,
  source INTEGER NOT NULL REFERENCES nodes,
  revision INTEGER NOT NULL,
  PRIMARY KEY (conversation, role, target, edge, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_by_source ON sources (source, role, target);

CREATE TABLE notes (
  about INTEGER NOT NULL REFERENCES nodes,
  note INTEGER NOT NULL REFERENCES nodes,
  revision INTEGER NOT NULL,
  conversation INTEGER NOT NULL REFERENCES conversations,
  PRIMARY KEY (about, revision, note)
) STRICT, WITHOUT ROWID;

CREATE TABLE selection_sets (key INTEGER PRIMARY KEY, shared INTEGER NOT NULL) STRICT;
CREATE TABLE selections (
  selection_set INTEGER NOT NULL REFERENCES selection_sets,
  target INTEGER NOT NULL REFERENCES nodes,
  edge INTEGER,
  source INTEGER REFERENCES nodes,
  at INTEGER NOT NULL,
  PRIMARY KEY (selection_set, target)
) STRICT, WITHOUT ROWID;
ALTER TABLE branches ADD COLUMN selection_set INTEGER REFERENCES selection_sets;

CREATE TABLE branch_states (
  revision INTEGER PRIMARY KEY AUTOINCREMENT,
  branch TEXT NOT NULL REFERENCES branches,
  key TEXT NOT NULL,
  json TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX branch_states_by_key ON branch_states (branch, key, revision);
ALTER TABLE branches ADD COLUMN state_revision INTEGER NOT NULL DEFAULT 0;

CREATE TABLE prunes (
  revision INTEGER PRIMARY KEY,
  conversation INTEGER NOT NULL REFERENCES conversations,
  node INTEGER NOT NULL REFERENCES nodes,
  last_key INTEGER NOT NULL,
  count INTEGER NOT NULL,
  at INTEGER NOT NULL,
  restored INTEGER,
  restored_at INTEGER
) STRICT;
CREATE INDEX prunes_by_conversation ON prunes (conversation, restored);
CREATE TABLE prune_tops (
  conversation INTEGER NOT NULL REFERENCES conversations,
  node INTEGER NOT NULL REFERENCES nodes,
  prune INTEGER NOT NULL REFERENCES prunes,
  PRIMARY KEY (conversation, node, prune)
) STRICT, WITHOUT ROWID;

CREATE TABLE bookmarks (
  node INTEGER PRIMARY KEY REFERENCES nodes,
  conversation INTEGER NOT NULL REFERENCES conversations,
  label TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX bookmarks_by_time ON bookmarks (conversation, at);
CREATE TABLE tags (
  node INTEGER NOT NULL REFERENCES nodes,
  tag TEXT NOT NULL,
  conversation INTEGER NOT NULL REFERENCES conversations,
  PRIMARY KEY (node, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX tags_by_tag ON tags (conversation, tag, node);
CREATE TABLE visits (
  node INTEGER PRIMARY KEY REFERENCES nodes,
  parent INTEGER REFERENCES nodes,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX visits_by_time ON visits (parent, at);

CREATE VIRTUAL TABLE texts USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TABLE texts_read (last_key INTEGER NOT NULL) STRICT;
INSERT INTO texts_read VALUES (0);
`
