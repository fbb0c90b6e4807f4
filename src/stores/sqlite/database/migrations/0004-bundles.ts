/** Named contexts of the workspace. */
export const bundles = `
CREATE TABLE bundles (
  key TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  json TEXT NOT NULL
) STRICT;
`
