/** What a database's schema is to this version of the program, and what an operator can do about it. */
import { unreachable } from '../../../domain/unreachable.ts';
import { StoreUnopenable } from '../../faults.ts';

/** `version`: how many steps the database has seen. `expanded`: a newer version has added to it, and this one goes on with it. */
export interface SchemaState {
  kind: 'empty' | 'current' | 'outdated' | 'expanded' | 'newer' | 'foreign' | 'moved';
  version: number;
}

/** Whether opening makes the schema or brings it up to date; `never` refuses instead. */
export type MigrateAt = 'start' | 'never';

export interface FoundSchema {
  version: number;
  /** It has the digest of this version's own first `version` steps. */
  isOurs: boolean;
  /** It has seen all steps of this version, and those that it has seen since only add. */
  onlyExpands?: boolean;
  /** It has tables. */
  hasTables: boolean;
  /** Its data was moved to another database. */
  wasMoved?: boolean;
}

/** @param known how many steps this version has */
export function schemaStateOf(found: FoundSchema, known: number): SchemaState {
  const { version, isOurs, onlyExpands = false, hasTables, wasMoved = false } = found;
  if (wasMoved) return { kind: 'moved', version };
  if (version === 0) return hasTables ? { kind: 'foreign', version } : { kind: 'empty', version };
  if (version > known) return { kind: onlyExpands ? 'expanded' : 'newer', version };
  if (!isOurs) return { kind: 'foreign', version };
  return { kind: version === known ? 'current' : 'outdated', version };
}

export interface Named {
  /** Path or URL without the password. */
  database: string;
  engine: 'sqlite' | 'postgres';
  /** How many steps this version has. */
  known: number;
}

/** Why this version cannot use the database at all, and the way out; undefined: it can. */
export function whyUnusable(state: SchemaState, { engine, known }: Named): string | undefined {
  switch (state.kind) {
    case 'empty':
    case 'current':
    case 'outdated':
    case 'expanded':
      return undefined;
    case 'newer':
      return (
        `it was made by a newer Dialwright, as schema ${state.version}; run that version, or put back the backup ` +
        `that was made before the upgrade (this version knows schema ${known}; docs/upgrading.md)`
      );
    case 'foreign':
      return state.version === 0
        ? `it has tables of another program or of a Dialwright before 0.1.0; ${anew(engine)}`
        : `it was made by another version of Dialwright, whose schema differs; run that version, or ${anew(engine)}`;
    case 'moved':
      return (
        'its data was moved to Postgres; name that database in DIALWRIGHT_DATABASE_URL, or go back to the copy of ' +
        'the file that was made before (docs/upgrading.md)'
      );
    default:
      return unreachable(state.kind);
  }
}

const anew = (engine: Named['engine']): string =>
  engine === 'sqlite'
    ? 'move the file away or name another (DIALWRIGHT_DATABASE_URL, or --state of npm start) to begin anew'
    : 'name another database (DIALWRIGHT_DATABASE_URL) to begin anew';

/** It has all that this version needs, and nothing is to be done. */
export const isReady = ({ kind }: SchemaState): boolean =>
  kind === 'current' || kind === 'expanded';

/**
 * Before a schema is changed.
 * @throws StoreUnopenable where it cannot be used, or is not up to date and must not be changed
 */
export function mustUse(state: SchemaState, named: Named, at: MigrateAt): void {
  const why =
    whyUnusable(state, named) ??
    (at === 'never' && !isReady(state) ? notUpToDate(state, named) : undefined);
  if (why === undefined) return;
  throw new StoreUnopenable(`The database ${named.database} cannot be used: ${why}.`);
}

const notUpToDate = ({ kind, version }: SchemaState, { known }: Named): string =>
  (kind === 'empty'
    ? 'it has no schema yet'
    : `its schema is ${version}, and this version needs ${known}`) +
  '; run `dialwright migrate --run`, because DIALWRIGHT_MIGRATE is never';
