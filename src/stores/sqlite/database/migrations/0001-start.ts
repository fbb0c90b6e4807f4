/** The first schema. */
export const start = `
CREATE TABLE conversations (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  short_id TEXT NOT NULL,
  title TEXT NOT NULL,
  mode TEXT NOT NULL,
  system TEXT,
  tools TEXT NOT NULL,
  agent TEXT,
  branch TEXT NOT NULL,
  settings TEXT NOT NULL,
  origin TEXT UNIQUE,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  nodes INTEGER NOT NULL,
  root INTEGER
) STRICT;
CREATE INDEX conversations_by_update ON conversations (updated_at, id);
CREATE INDEX conversations_by_short_id ON conversations (short_id);

CREATE TABLE contents (
  key INTEGER PRIMARY KEY,
  head INTEGER NOT NULL,
  digest BLOB NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX contents_by_head ON contents (head);

CREATE TABLE documents (
  key INTEGER PRIMARY KEY,
  head INTEGER NOT NULL,
  digest BLOB NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX documents_by_head ON documents (head);

CREATE TABLE totals (contents INTEGER NOT NULL, text_bytes INTEGER NOT NULL) STRICT;
INSERT INTO totals VALUES (0, 0);

CREATE TABLE nodes (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation INTEGER NOT NULL REFERENCES conversations,
  short_id TEXT NOT NULL,
  parent INTEGER REFERENCES nodes,
  jump INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  content INTEGER NOT NULL REFERENCES contents,
  author INTEGER NOT NULL,
  author_id TEXT,
  hash BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  atom INTEGER,
  newest_human INTEGER,
  empty INTEGER NOT NULL,
  unmatched INTEGER NOT NULL,
  open_count INTEGER NOT NULL,
  open_calls TEXT,
  UNIQUE (conversation, short_id)
) STRICT;

CREATE TABLE node_keys (
  conversation INTEGER NOT NULL,
  key TEXT NOT NULL,
  node INTEGER NOT NULL REFERENCES nodes,
  PRIMARY KEY (conversation, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE branches (
  id TEXT NOT NULL PRIMARY KEY,
  conversation INTEGER NOT NULL REFERENCES conversations,
  name TEXT NOT NULL,
  parent TEXT REFERENCES branches,
  fork_point INTEGER REFERENCES nodes,
  head INTEGER REFERENCES nodes,
  created_at INTEGER NOT NULL,
  UNIQUE (conversation, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE measures (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE counts (
  content INTEGER NOT NULL,
  measure INTEGER NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (content, measure)
) STRICT, WITHOUT ROWID;

CREATE TABLE sums (
  node INTEGER NOT NULL,
  measure INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (node, measure)
) STRICT, WITHOUT ROWID;

CREATE TABLE marks (
  revision INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation INTEGER NOT NULL REFERENCES conversations,
  depth INTEGER NOT NULL,
  node INTEGER NOT NULL REFERENCES nodes,
  kind TEXT NOT NULL,
  is_on INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX marks_by_depth ON marks (conversation, depth, node, kind, revision, is_on);

CREATE TABLE plans (
  id TEXT NOT NULL PRIMARY KEY,
  conversation INTEGER NOT NULL REFERENCES conversations,
  branch TEXT NOT NULL,
  head TEXT,
  inputs TEXT NOT NULL,
  decisions TEXT NOT NULL,
  request TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX plans_by_time ON plans (created_at, id);
CREATE INDEX plans_by_conversation ON plans (conversation, created_at, id);

CREATE TABLE agents (id TEXT NOT NULL PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
`
