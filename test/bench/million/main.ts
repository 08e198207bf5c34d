/**
 * A long campaign through the whole product, step by step by the HTTP API: its list is imported, preflighted and rehearsed,
 * dialled for a while and paused; contacts and calls are reported; it is cloned with all contacts, the clone is cancelled,
 * and one number is erased.
 *
 *   npm run bench -- million                              1,000,000 contacts, 20 minutes of dialling, on SQLite
 *   … --store sqlite --store postgres                  on both engines, one after the other
 *   … --contacts 20000 --dial-minutes 0.5              0 leaves dialling out
 *   … --cpu-prof DIR                                   CPU profiles of the threads of server and worker
 *   … --json FILE                                      all figures, written after each step
 *
 * Server, worker, store and Temporal's dev server run as they ship, each a process, against the carrier's stub, with 120
 * agents whose calls last about a second. For each step: seconds; of server and worker the peak of memory during it, the longest time
 * that the event loop was held, the most processor time that it used at a stretch, how often it was held for more than 50
 * ms, and processor time; the largest log of the store (SQLite's -wal file, Postgres's pg_wal, which keeps files for reuse), and what
 * Postgres wrote to it. A step that fails is shown with its reason, and the others go on.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { postgresPrograms } from '../../store/postgres/postgres-server.ts';
import { amount, oneOf, readOptions, refuse, whole } from '../../command-options.ts';
import { ENGINES, type Engine } from '../../faults/faults.ts';
import { runFolder } from '../calls/processes.ts';
import { startProduct, type Product } from '../calls/product.ts';
import { profileReport } from '../calls/profiles.ts';
import { addAgents } from '../claims/filling.ts';
import { reporter } from '../claims/progress.ts';
import { goodContacts, writeList } from '../contact-lists.ts';
import { stepLine, stepTable } from './report.ts';
import { costOf, type StepCost } from './step-cost.ts';
import { stepsOf, type MillionRun } from './steps.ts';

const AGENTS = 120;
const TALK_MS = 1_000;
const PROBE = join(import.meta.dirname, 'halt-probe.ts');

const values = readOptions(import.meta.filename, {
  contacts: { type: 'string', default: '1000000' },
  'dial-minutes': { type: 'string', default: '20' },
  store: { type: 'string', multiple: true, default: ['sqlite'] },
  'cpu-prof': { type: 'string' },
  json: { type: 'string' },
});
const contacts = whole('contacts', values.contacts);
const dialMinutes = amount('dial-minutes', values['dial-minutes']);
const engines = values.store.map((name) => oneOf<Engine>('store', name, ENGINES));
if (new Set(engines).size < engines.length) refuse('--store takes each engine once');
if (engines.includes('postgres') && postgresPrograms() === undefined)
  refuse('postgres cannot be measured: none is installed here (apt-get install postgresql)');
const profileTo = values['cpu-prof'] === undefined ? undefined : resolve(values['cpu-prof']);

const found: { engine: Engine; steps: StepCost[] }[] = [];
for (const engine of engines) {
  const steps: StepCost[] = [];
  found.push({ engine, steps });
  await measure(engine, steps);
}
for (const { engine, steps } of found) console.log(`\n${engine}\n${stepTable(steps)}`);
if (profileTo !== undefined)
  for (const engine of engines)
    console.log(`\n${engine}\n${profileReport(join(profileTo, engine))}`);
if (found.some(({ steps }) => steps.some(({ hasFailed }) => hasFailed))) process.exitCode = 1;

/** A step that fails ends nothing; a product that does not start ends the run. */
async function measure(engine: Engine, steps: StepCost[]): Promise<void> {
  const folder = runFolder();
  let product: Product | undefined;
  try {
    product = await started(engine, folder);
    const run = await prepared(product, folder);
    for (const { name, run: work } of stepsOf(run)) {
      const cost = await costOf(name, product, () => work(run));
      steps.push(cost);
      reporter.say(`${engine}: ${stepLine(cost)}`);
      if (values.json !== undefined) writeFileSync(values.json, jsonText());
    }
  } finally {
    await product?.stop();
    clear(folder, steps);
  }
}

function started(engine: Engine, folder: string): Promise<Product> {
  return startProduct({
    folder,
    engine,
    sync: 'FULL',
    webhooks: true,
    recordings: 'none',
    everyEvent: false,
    talkMs: TALK_MS,
    probe: PROBE,
    ...(profileTo === undefined ? {} : { profileTo: join(profileTo, engine) }),
  });
}

async function prepared(product: Product, folder: string): Promise<MillionRun> {
  await addAgents(product, AGENTS);
  const file = join(folder, 'contacts.csv');
  await writeList(file, 'csv', goodContacts(contacts));
  const reports = join(folder, 'reports');
  mkdirSync(reports);
  return { product, folder: reports, file, contacts, dialMs: dialMinutes * 60_000 };
}

/** The logs of server and worker stay where a step has failed. */
function clear(folder: string, steps: readonly StepCost[]): void {
  if (!steps.some(({ hasFailed }) => hasFailed)) return rmSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.log')) rmSync(join(folder, name), { recursive: true });
  }
  reporter.say(`The logs are in ${folder}.`);
}

function jsonText(): string {
  const { version } = process;
  return `${JSON.stringify({ contacts, dialMinutes, agents: AGENTS, node: version, found }, null, 2)}\n`;
}
