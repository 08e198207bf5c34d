/** The checker's verdict, from the carrier's ledger, the store's export and the client's log. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node } from '../mutants/checking.ts';

export interface Judgement {
  holds: boolean;
  /** As the checker printed it. */
  said: string;
}

/** So many of the contacts must have been called: the rest is shut, suppressed, or beyond the budget. */
const LEAST_CALLED = 0.7;

export async function judge(
  folder: string,
  root: string,
  { contacts }: { contacts: number },
): Promise<Judgement> {
  const at = (name: string) => join(folder, name);
  const store = ['--database', at('dialwright.sqlite'), '--out', at('export.ndjson')];
  const exported = await node([join(root, 'bin/dialwright.js'), 'export', ...store]);
  if (exported.code !== 0) throw new Error(`the store cannot be exported: ${exported.said}`);
  const records = ['--ledger', at('ledger.ndjson'), '--export', at('export.ndjson')];
  const more = ['--client-log', at('client.ndjson'), '--recordings', at('recordings')];
  const floors = ['--at-least-calls', String(Math.floor(contacts * LEAST_CALLED))];
  const checker = join(root, 'src/checker/main.ts');
  const checked = await node([checker, ...records, ...more, ...floors, ...GRACE]);
  writeFileSync(at('checker.txt'), checked.said);
  if (checked.code > 1) throw new Error(`the checker could not be run: ${checked.said}`);
  return { holds: checked.code === 0, said: checked.said };
}

/** A POST that was decided on leaves within three seconds or not at all; see docs/reliability.md. */
const GRACE = ['--stop-grace-ms', '3000'];
