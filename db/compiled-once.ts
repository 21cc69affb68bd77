/**
 * The text of a statement that SQLite compiles once. While it plans, SQLite (since 3.49) reads the value bound after `=`, `IS`,
 * `LIMIT` or `OFFSET`, and so compiles the statement anew for every value: half a millisecond for a large one. The sign put before
 * such a value changes nothing about it, but keeps the planner from reading it. What is quoted stays as it is.
 */
export const compiledOnce = (source: string): string =>
  source.replace(valueRead, (found) => (/^['"`]/.test(found) ? found : `${found}+`))

const valueRead = /'[^']*'|"[^"]*"|`[^`]*`|(?:=|\bIS|\bLIMIT|\bOFFSET)\s*(?=[?@])/gi
