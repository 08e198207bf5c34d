import type { Dialect } from '../dialect.ts';

export const POSTGRES: Dialect = {
  // Not FOR UPDATE, which would wait for every row that refers to the locked one.
  forUpdate: () => 'FOR NO KEY UPDATE',
  forUpdateOfUnlocked: () => 'FOR NO KEY UPDATE SKIP LOCKED',
  indexedBy: () => '',

  live: () => 'is_live',
  ended: () => 'NOT is_live',
  polled: () => 'is_polled',

  texts: (array) => `json_array_elements_text(CAST(${array} AS json)) AS list (value)`,
  objects: (array) => `json_array_elements(CAST(${array} AS json)) AS list (value)`,
  json: (column) => `CAST(${column} AS json)`,
  jsonWithout: (column, member) => `CAST(CAST(${column} AS jsonb) - '${member}' AS text)`,
  // Of no rows `json_agg` is NULL.
  jsonArrayOf: (values) => `coalesce(CAST(json_agg(${values}) AS text), '[]')`,
};
