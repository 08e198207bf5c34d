/** The builds that replace each other. Each is a copy of the product's tree with a small edit, bundled as in an image. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { change, rotIn, type Edit } from '../../mutants/mutant.ts';
import { buildOf } from '../changed-build.ts';

/** Only a summary, as the Web UI shows it: every history replays. */
const SUMMARY: Edit[] = [
  {
    file: 'src/workflows/calls/call-settlement.ts',
    in: 'settle',
    find: `'waiting for the bill'`,
    put: `'waiting for the bill of the call'`,
  },
];

/** One more activity when an ended call waits for its bill: its history does not replay. */
const STEP: Edit[] = [
  {
    file: 'src/workflows/calls/call-settlement.ts',
    in: 'settle',
    find: 'const pollsAtMs = webhooks ? Date.now() + timing.settleMs : null;',
    put: 'await inbox.read(); …',
  },
];

const PATCHED_STEP: Edit[] = [
  { ...STEP[0]!, put: `if (patched('read-before-the-bill')) await inbox.read(); …` },
  {
    file: 'src/workflows/calls/call-settlement.ts',
    find: `import { watching } from '../activity-options.ts';`,
    put: `import { patched } from '@temporalio/workflow'; …`,
  },
];

export const EDITS = { compatible: SUMMARY, patched: PATCHED_STEP, breaking: STEP } as const;
export type Kind = keyof typeof EDITS;

const builds = new Map<Kind | 'next-release', Promise<string>>();

/** Its root. */
export function builtAs(root: string, kind: Kind): Promise<string> {
  return made(kind, () => buildOf(root, (copy) => edit(copy, kind)));
}

/** The release after this one: its schema has one more step. */
export function nextRelease(root: string): Promise<string> {
  return made('next-release', () =>
    buildOf(root, (copy) => {
      edit(copy, 'compatible');
      addStep(join(copy, 'src/store/schema'));
    }),
  );
}

function made(name: Kind | 'next-release', make: () => Promise<string>): Promise<string> {
  const build = builds.get(name) ?? make();
  builds.set(name, build);
  return build;
}

function edit(copy: string, kind: Kind): void {
  const edits: Edit[] = [...EDITS[kind]];
  const mutant = { name: kind, edits };
  const rot = rotIn(copy, mutant);
  if (rot.length > 0) throw new Error(rot.join('\n'));
  change(copy, mutant);
}

/** Code of the release before fills this table by a trigger that it does not know. */
export const TABLE_OF_THE_STEP = 'calls_since_the_step';

/** A column with a default, a table, and a trigger: what a step may add. */
function addStep(schema: string): void {
  const last = Math.max(...readdirSync(schema).map((name) => Number(name.slice(0, 3))));
  const name = `${String(last + 1).padStart(3, '0')}_deploys`;
  const insert = `INSERT INTO ${TABLE_OF_THE_STEP} (ref) VALUES (NEW.ref)`;
  const sqlite = `ALTER TABLE contacts ADD COLUMN seen_by_deploys INTEGER NOT NULL DEFAULT 0;
CREATE TABLE ${TABLE_OF_THE_STEP} (ref TEXT PRIMARY KEY) STRICT;
CREATE TRIGGER deploys AFTER INSERT ON calls BEGIN ${insert}; END;\n`;
  const postgres = `ALTER TABLE contacts ADD COLUMN seen_by_deploys bigint NOT NULL DEFAULT 0;
CREATE TABLE ${TABLE_OF_THE_STEP} (ref text PRIMARY KEY);
CREATE FUNCTION deploys() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${insert}; RETURN NULL; END $$;
CREATE TRIGGER deploys AFTER INSERT ON calls FOR EACH ROW EXECUTE FUNCTION deploys();\n`;
  writeFileSync(join(schema, `${name}.sqlite.sql`), sqlite);
  writeFileSync(join(schema, `${name}.postgres.sql`), postgres);
}
