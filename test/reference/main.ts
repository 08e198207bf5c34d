/**
 * `npm run docs` writes the pages that are made from the code, and counts what is cheap to count.
 *
 *   npm run docs -- counts                     also counts the statements of a call
 *   npm run docs -- counts --from calls.json   also takes what `npm run bench -- --json calls.json` has seen
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeSeen } from './counts.ts';
import { fileOf, PAGES } from './pages.ts';
import { seenByBench } from './seen-by-bench.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' } },
});
if (positionals.includes('counts')) {
  const test = ['vitest', 'run', '--project', 'unit', 'test/store/statement-count.test.ts'];
  const env = { ...process.env, UPDATE_COUNTS: '1' };
  const { status } = spawnSync('npx', test, { env, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  if (values.from !== undefined) await writeSeen(seenByBench(values.from));
}

for (const [path, make] of Object.entries(PAGES)) {
  writeFileSync(fileOf(path), await make());
  console.log(path);
}
