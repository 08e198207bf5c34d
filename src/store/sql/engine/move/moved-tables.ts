/** The tables of the schema as Postgres has them: what is moved, in which order, and in which form. */
import type { ClientBase } from 'pg';

const KINDS = {
  bigint: 'integer',
  'double precision': 'real',
  text: 'text',
  boolean: 'boolean',
} as const;
export type Kind = (typeof KINDS)[keyof typeof KINDS];

export interface MovedColumn {
  name: string;
  kind: Kind;
  /** As an array in a cast, such as `bigint`. */
  type: string;
  /** Postgres counts it up. */
  isIdentity: boolean;
}

export interface MovedTable {
  name: string;
  columns: MovedColumn[];
}

/** Generated columns follow from the others. `schema_version` and `schema_steps` are about the database itself. */
const COLUMNS = `SELECT c.table_name AS "table", c.column_name AS name, c.data_type AS type, c.is_identity AS identity
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
    AND c.table_name NOT IN ('schema_version', 'schema_steps')
  ORDER BY c.table_name, c.ordinal_position`;

const REFERENCES = `SELECT child.relname AS "table", parent.relname AS "refersTo"
  FROM pg_constraint k JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
  WHERE k.contype = 'f' AND k.connamespace = CAST(current_schema() AS regnamespace) AND child.oid <> parent.oid`;

/** Each stands behind those that it refers to. */
export async function movedTables(client: ClientBase): Promise<MovedTable[]> {
  const { rows } =
    await client.query<Record<'table' | 'name' | 'type' | 'identity', string>>(COLUMNS);
  const { rows: references } = await client.query<Record<'table' | 'refersTo', string>>(REFERENCES);
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ name: column, type, identity }) => ({
      name: column,
      type,
      kind: kindOf(`${name}.${column}`, type),
      isIdentity: identity === 'YES',
    })),
  }));
  return inOrder(tables, references);
}

function kindOf(column: string, type: string): Kind {
  const kind = KINDS[type as keyof typeof KINDS] as Kind | undefined;
  // A step with another type comes with its form here.
  if (kind === undefined) throw new Error(`the column ${column} is ${type}, which cannot be moved`);
  return kind;
}

export function inOrder(
  tables: readonly MovedTable[],
  references: readonly { table: string; refersTo: string }[],
): MovedTable[] {
  const parents = Map.groupBy(references, ({ table }) => table);
  const ordered: MovedTable[] = [];
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { refersTo } of parents.get(name) ?? []) visit(refersTo);
    ordered.push(tables.find((table) => table.name === name)!);
  };
  for (const { name } of tables) visit(name);
  return ordered;
}
