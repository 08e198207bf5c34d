/**
 * What people notice, each in a run of its own against the carrier's stub: how long agents stand idle, whether the pace
 * is kept and a pause heeded, how the API answers meanwhile, webhooks while Temporal is away, memory of waiting calls.
 *
 *   npm run bench -- users                       all of them, some twelve minutes
 *   npm run bench -- users --only pace        also: agents, slow, pause, away, waiting, desk; may be given several times
 *   … --workers 4                             so many worker processes, beside one server
 *   … --store postgres                        the store in a Postgres of the run's own
 *   … --cpu-prof DIR                          CPU profiles of the threads of server and worker
 *
 * `desk` is only run when asked for: it waits a quarter of an hour for a quota of one a minute.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { table } from '../../../src/terminal/table.ts';
import { oneOf, readOptions, whole } from '../../command-options.ts';
import { ENGINES, type Engine } from '../../faults/faults.ts';
import { runFolder } from './processes.ts';
import { startProduct, type Product } from './product.ts';
import { SCENARIOS, type Scenario } from './user-scenarios.ts';

const values = readOptions(import.meta.filename, {
  only: { type: 'string', multiple: true },
  workers: { type: 'string', default: '1' },
  store: { type: 'string', default: 'sqlite' },
  'cpu-prof': { type: 'string' },
});
const workers = whole('workers', values.workers);
const engine = oneOf<Engine>('store', values.store, ENGINES);

const known = Object.keys(SCENARIOS);
const names =
  values.only?.map((name) => oneOf('only', name, known)) ?? known.filter((name) => name !== 'desk');
const rows: string[][] = [];
for (const name of names) {
  rows.push(...(await played(name, SCENARIOS[name]!)));
}
console.log(table([['what', 'seen', 'goal'], ...rows]));

async function played(name: string, { stub, play }: Scenario): Promise<string[][]> {
  const folder = runFolder();
  let product: Product | undefined;
  try {
    product = await startProduct({
      folder,
      engine,
      workers,
      sync: 'FULL',
      webhooks: true,
      everyEvent: false,
      recordings: 'none',
      ...(values['cpu-prof'] ? { profileTo: resolve(values['cpu-prof']) } : {}),
      ...stub,
    });
    const seen = await play(product);
    for (const row of seen) console.error(`${name}: ${row.join(' · ')}`);
    return seen;
  } finally {
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
