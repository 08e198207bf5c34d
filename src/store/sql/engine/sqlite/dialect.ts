import type { Dialect } from '../dialect.ts';

export const SQLITE: Dialect = {
  forUpdate: () => '',
  forUpdateOfUnlocked: () => '',
  indexedBy: (index) => `INDEXED BY ${index}`,

  live: () => "state <> 'ended'",
  ended: () => "state = 'ended'",
  polled: () => "state <> 'ended' AND polls IS NOT NULL",

  texts: (array) => `json_each(${array})`,
  objects: (array) => `json_each(${array})`,
  json: (column) => column,
  jsonWithout: (column, member) => `json_remove(${column}, '$.${member}')`,
  jsonArrayOf: (values) => `json_group_array(${values})`,
};
