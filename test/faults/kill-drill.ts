/**
 * Kills everything with -9 at random moments of the example campaign, starts it again each time, lets it end and has
 * the checker compare the carrier's ledger with the store.
 *
 *   npm run faults -- drill --kills 10 --seed 1
 *   … --port N            of the API (3900), away from the usual one: one started beside it cannot take its webhooks
 *   … --state DIR --keep  where the state is; one that is named, or kept, is not deleted afterwards
 *
 * Exit code 0 only where the campaign ended and every check holds.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions, whole } from '../command-options.ts';
import { chanceOf } from './chance.ts';

const values = readOptions(import.meta.filename, {
  kills: { type: 'string', default: '10' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  port: { type: 'string', default: '3900' },
  state: { type: 'string' },
  keep: { type: 'boolean', default: false },
});
const kills = whole('kills', values.kills);
const state = values.state ?? mkdtempSync(join(tmpdir(), 'dialwright-drill-'));
const chance = chanceOf(values.seed);
const root = join(import.meta.dirname, '..', '..');

/** From the start of the processes to the kill: starting up, dialling, or late in the campaign. */
const EARLIEST_KILL_MS = 2_000;
const LATEST_KILL_MS = 20_000;

console.error(`drill: ${kills} kills, seed ${values.seed}, state in ${state}`);
for (let kill = 1; kill <= kills; kill++) {
  const product = start(kill);
  const livedMs = chance.whole(EARLIEST_KILL_MS, LATEST_KILL_MS);
  const ended = await Promise.race([ending(product), sleep(livedMs, undefined)]);
  if (ended !== undefined) {
    console.error(`drill: the campaign ended before kill ${kill} (exit ${ended})`);
    break;
  }
  const killed = killTree(product.pid ?? 0);
  console.error(`drill: kill ${kill} after ${livedMs} ms took ${killed} processes`);
  await ending(product);
}
const code = await ending(start(kills + 1));
console.error(`drill: the last run ended with exit code ${code}`);
const checked = spawnSync(
  process.execPath,
  [
    join(root, 'src/checker/main.ts'),
    '--ledger',
    join(state, 'ledger.ndjson'),
    '--export',
    join(state, 'export.ndjson'),
    '--finished',
    '--at-least-calls',
    '200',
  ],
  { stdio: 'inherit' },
);
if (values.state === undefined && !values.keep) rmSync(state, { recursive: true, force: true });
process.exitCode = code === 0 && checked.status === 0 ? 0 : 1;

function start(run: number): ChildProcess {
  const log = openSync(join(state, `drill-${run}.log`), 'a');
  return spawn(
    process.execPath,
    [join(root, 'bin/dialwright.js'), 'dev', '--exit', '--state', state, '--port', values.port],
    {
      cwd: root,
      stdio: ['ignore', log, log],
    },
  );
}

function ending(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return Promise.resolve(child.exitCode ?? -1);
  }
  return new Promise((resolve) => void child.once('exit', (exit) => resolve(exit ?? -1)));
}

/** Stops the whole tree first, so that none of it sees another die. */
function killTree(pid: number): number {
  const tree = [pid, ...descendants(pid)];
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
    for (const each of tree) {
      try {
        process.kill(each, signal);
      } catch {
        // It has ended by itself.
      }
    }
  }
  return tree.length;
}

function descendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (parent: number): number[] =>
    (children.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
