/**
 * Alert rules under real faults: Prometheus scrapes the product's processes while a campaign is dialled, with the rules of
 * deploy/prometheus as they are. First nothing but the watchdog may fire for a while; then a fault strikes, and its alerts must fire.
 *
 *   npm run faults -- alerts                            all scenarios, one after the other: about half an hour
 *   npm run faults -- alerts --scenario temporal --scenario postgres
 *   npm run faults -- alerts --jobs 3                   several at once
 *   … --keep                                            keeps the folders
 *
 * Needs Prometheus (Debian's package is enough). Exit code 0 only where each alert fired in time, and none before.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneOf, readOptions, refuse, whole } from '../../command-options.ts';
import { beginLoad } from '../load.ts';
import { withMetrics } from '../processes.ts';
import { openWorld, type World } from '../world.ts';
import { isInstalled, startPrometheus, type Prometheus } from './prometheus.ts';
import { SCENARIOS, type Scenario, type Step } from './scenarios.ts';

const values = readOptions(import.meta.filename, {
  scenario: { type: 'string', multiple: true, default: [] },
  jobs: { type: 'string', default: '1' },
  keep: { type: 'boolean', default: false },
});
const names = SCENARIOS.map(({ name }) => name);
const chosen = values.scenario.map((name) => oneOf('scenario', name, names));
if (!isInstalled()) refuse('no Prometheus is installed here (apt-get install prometheus)');

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Slow, so that a busy machine is not taken for a fault. */
const TIME_FACTOR = 5;
const CALLS_PER_SECOND = 0.7;
/** Long enough for every rule that needs no fault of ten minutes to be wrong about a healthy run. */
const HEALTHY_MS = 90_000;
const HEALTHY_WITHIN_MS = 10 * 60_000;
const FIRES_WITHIN_MS = 15 * 60_000;
const LOOK_EVERY_MS = 1_000;
const WATCHDOG = 'DialwrightWatchdog';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const waiting = SCENARIOS.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
const rows: string[] = [];
let failed = 0;
let starting = Promise.resolve();
await Promise.all(Array.from({ length: whole('jobs', values.jobs) }, work));
console.log(['| Fault | Alert | Fired after |', '| --- | --- | ---: |', ...rows].join('\n'));
process.exit(failed === 0 ? 0 : 1);

async function work(): Promise<void> {
  for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
    const folder = mkdtempSync(join(tmpdir(), `dialwright-alerts-${scenario.name}-`));
    const wrong = await play(scenario, folder).catch((error: Error) => [String(error.stack)]);
    for (const line of wrong) console.error(`${scenario.name}: ${line}`);
    failed += wrong.length;
    if (wrong.length === 0 && !values.keep) rmSync(folder, { recursive: true, force: true });
    else console.error(`${scenario.name}: kept ${folder}`);
  }
}

/** What was wrong. */
async function play(scenario: Scenario, folder: string): Promise<string[]> {
  const { engine, faults } = scenario;
  const schedule = {
    seed: `alerts-${scenario.name}`,
    index: 0,
    engine,
    timeFactor: TIME_FACTOR,
    webhooks: true,
    load: { campaigns: 2, contacts: 450, sharedNumbers: 0, agents: 20 },
    faults: [...faults],
  };
  const world = await openWorld(ROOT, folder, schedule, withMetrics);
  let prometheus: Prometheus | undefined;
  try {
    await startAlone(world);
    const campaigns = await beginLoad(world);
    // Some agents are free at any time.
    await world.client.ask('PATCH', '/v1/account', { calls_per_second: CALLS_PER_SECOND });
    prometheus = await startPrometheus(join(folder, 'prometheus'), {
      'dialwright-server': [`127.0.0.1:${world.ports.serverMetrics}`],
      'dialwright-worker': [`127.0.0.1:${world.ports.workerMetrics}`],
    });
    const early = await firedWhileHealthy(prometheus);
    if (early.length > 0) return [`fired before anything was wrong: ${early.join(', ')}`];
    const late: string[] = [];
    for (const step of scenario.steps)
      late.push(...(await missed(step, prometheus, world, campaigns)));
    return late;
  } finally {
    await prometheus?.stop();
    await world.stop();
  }
}

/** Starting is the dearest of all: one scenario after the other, also where several run at once. */
function startAlone({ processes }: World): Promise<void> {
  starting = starting.catch(() => undefined).then(() => processes.start());
  return starting;
}

/** Until nothing but the watchdog has fired for long. @returns what went on firing: starting is much for a busy machine */
async function firedWhileHealthy(prometheus: Prometheus): Promise<string[]> {
  const untilMs = Date.now() + HEALTHY_WITHIN_MS;
  let quietSinceMs = Date.now();
  for (;;) {
    const others = (await prometheus.firing()).filter((alert) => alert !== WATCHDOG);
    if (others.length > 0) quietSinceMs = Date.now();
    if (Date.now() - quietSinceMs > HEALTHY_MS) break;
    if (Date.now() > untilMs) return others;
    await sleep(LOOK_EVERY_MS);
  }
  return (await prometheus.firing()).includes(WATCHDOG) ? [] : ['not even the watchdog'];
}

/** Alerts of the step that did not fire. */
async function missed(
  { what, strike, fires }: Step,
  prometheus: Prometheus,
  world: World,
  campaigns: string[],
): Promise<string[]> {
  await strike(world, campaigns);
  const struckMs = Date.now();
  const open = new Set(fires);
  while (open.size > 0 && Date.now() < struckMs + FIRES_WITHIN_MS) {
    for (const alert of await prometheus.firing()) {
      if (!open.delete(alert)) continue;
      const seconds = ((Date.now() - struckMs) / 1_000).toFixed(0);
      console.error(`${alert} after ${seconds} s: ${what}`);
      rows.push(`| ${what} | \`${alert}\` | ${seconds} s |`);
    }
    await sleep(LOOK_EVERY_MS);
  }
  return [...open].map((alert) => `${alert} did not fire: ${what}`);
}
