/**
 * The processes of one schedule, each as in production, started from the source tree at `root`: a changed copy
 * of the tree runs just so. The carrier is always ours: it is a witness and no part of what is tried.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordingHookUrl } from '../../src/carrier/calls/tokens.ts';
import { launchArguments } from '../../src/dev/temporal/temporal-process.ts';
import { waitUntilReady } from '../../src/dev/temporal/temporal-readiness.ts';
import { removeFiles } from './database-files.ts';
import type { DatabaseServer } from './database-server.ts';
import { clocksOf, PROCESSES, type Fault, type ProcessName, type Schedule } from './faults.ts';
import type { Ports } from './port-block.ts';
import { findTemporalProgram, ownEnvironment } from './temporal-program.ts';

export const API_KEY = 'faults-client-key-0123';
const CARRIER_KEY = 'faults-carrier-key';
export const HOOK_SECRET = 'a-secret-of-the-fault-runs-that-is-long-enough';
export const PUBLIC_URL = 'https://dialwright.example';
const OWN_ROOT = join(import.meta.dirname, '..', '..');
/** On a machine that others use as well, a start has taken two minutes. */
const READY_WITHIN_MS = 180_000;
const STARTED_FIRST: readonly ProcessName[] = ['temporal', 'postgres'];
/** On a busy machine, with a database that does not answer. */
const STARTS_WITHIN_MS = 40_000;
const STARTED_AGAIN_AFTER_MS = 1_000;
/** The carrier's own (interface document 6, rule 5), in real time. */
const RECEIVER_TIMEOUT_MS = 15_000;

export interface Places {
  /** Source tree of the product. */
  root: string;
  /** Databases, ledger, logs. */
  folder: string;
  ports: Ports;
  /** By default a SQLite file in the folder. */
  database?: DatabaseServer;
  /** More settings of the product. */
  env?: MoreSettings;
}

/** The same for all processes, or for each its own. */
export type MoreSettings =
  Record<string, string> | ((name: ProcessName, ports: Ports) => Record<string, string>);

/** Server and worker show metrics, each at its own port. */
export function withMetrics(name: ProcessName, ports: Ports): Record<string, string> {
  const port = { server: ports.serverMetrics, worker: ports.workerMetrics }[name as string];
  return port === undefined ? {} : { DIALWRIGHT_METRICS: `127.0.0.1:${port}` };
}

/** What a process is started from instead. */
export interface Build {
  root: string;
  /** More settings. */
  env?: Record<string, string>;
}

/** None of them outlives the runner. */
const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

export class Processes {
  readonly #places: Places;
  readonly #schedule: Schedule;
  readonly #builds = new Map<ProcessName, Build>();
  #incompatibleRoot: string | undefined;
  #isIncompatible = false;
  #isTemporalBare = false;
  readonly #children = new Map<ProcessName, ChildProcess>();
  /** Of those that a supervisor starts again. */
  readonly endedByThemselves: string[] = [];
  #temporalProgram: string | undefined;
  #closed = false;

  constructor(places: Places, schedule: Schedule) {
    this.#places = places;
    this.#schedule = schedule;
    mkdirSync(places.folder, { recursive: true });
    const profiles = schedule.faults.map((fault) => ('profile' in fault ? fault.profile : {}));
    writeFileSync(this.file('profile.json'), JSON.stringify(Object.assign({}, ...profiles)));
    writeFileSync(
      join(places.folder, 'temporal.toml'),
      '[profile.default]\nnamespace = "default"\n',
    );
  }

  /** Starts what does not run. Settles when all answer; a worker answers nobody, so that one has only been started. */
  async start(names: readonly ProcessName[] = [...PROCESSES, 'postgres']): Promise<void> {
    this.#temporalProgram ??= await findTemporalProgram();
    const first = names.filter((name) => STARTED_FIRST.includes(name));
    await Promise.all(first.map((name) => this.#start(name)));
    const others = names.filter((name) => !STARTED_FIRST.includes(name));
    await Promise.all(others.map((name) => this.#start(name)));
  }

  async #start(name: ProcessName): Promise<void> {
    if (name === 'postgres') return this.#closed ? undefined : this.#places.database?.start();
    if (this.#closed || this.isAlive(name)) return;
    const [program, ...args] = this.#commandOf(name);
    const log = openSync(this.file(`${name}.log`), 'a');
    const child = spawn(program!, args, {
      cwd: this.#rootOf(name),
      env: { ...this.#environment(name), FAULTS_CLOCK_FILE: this.#clockOf(name) },
      stdio: ['ignore', log, log],
    });
    this.#children.set(name, child);
    living.add(child);
    const startedMs = Date.now();
    child.once('exit', (code) => {
      living.delete(child);
      this.#supervise(name, { code, livedMs: Date.now() - startedMs });
    });
    await this.#untilReady(name, child);
  }

  /**
   * As a supervisor does: a process that cannot open its database ends with a sentence, and is started again. One that
   * had begun must go on by itself.
   */
  #supervise(name: ProcessName, { code, livedMs }: { code: number | null; livedMs: number }): void {
    if (code === null || code === 0 || this.#closed || !this.#isSupervised(name)) return;
    if (livedMs > STARTS_WITHIN_MS)
      this.endedByThemselves.push(`the ${name} ended by itself with ${code} after ${livedMs} ms`);
    setTimeout(() => void this.#start(name).catch(() => undefined), STARTED_AGAIN_AFTER_MS);
  }

  #isSupervised(name: ProcessName): boolean {
    return this.#places.database !== undefined && name !== 'temporal' && name !== 'simulator';
  }

  isAlive(name: ProcessName): boolean {
    if (name === 'postgres') return this.#places.database?.isAlive() ?? false;
    const child = this.#children.get(name);
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Of a process that runs. */
  pid(name: ProcessName): number | undefined {
    if (!this.isAlive(name)) return undefined;
    return name === 'postgres' ? this.#places.database?.pid : this.#children.get(name)?.pid;
  }

  isStopped(name: ProcessName): boolean {
    if (name === 'postgres') return this.#places.database?.isStopped() ?? false;
    const stat = readFileSync(`/proc/${this.#children.get(name)?.pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
  }

  signal(name: ProcessName, signal: NodeJS.Signals): boolean {
    if (name === 'postgres') return this.#places.database?.signal(signal) ?? false;
    return this.isAlive(name) && this.#children.get(name)!.kill(signal);
  }

  async ended(name: ProcessName): Promise<void> {
    if (name === 'postgres') return this.#places.database?.ended();
    const child = this.#children.get(name);
    if (!child || !this.isAlive(name)) return;
    await new Promise((resolve) => void child.once('exit', resolve));
  }

  /** From now on its clock is wrong by so much, also after a start. */
  setClock(name: ProcessName, byMs: number): void {
    writeFileSync(this.#clockOf(name), String(byMs));
  }

  /** What a command of the product gets, as the worker. */
  get settings(): NodeJS.ProcessEnv {
    return this.#environment('worker');
  }

  /** From its next start on it is of that build. */
  useBuild(name: ProcessName, build: Build): void {
    this.#builds.set(name, build);
  }

  /** From now on `incompatible-worker` can be started. */
  useIncompatible(root: string): void {
    this.#incompatibleRoot = root;
  }

  /** From now on every worker that starts is of that build. */
  deployIncompatible(): void {
    this.#isIncompatible = true;
  }

  /** Of a Temporal that does not run. `bare`: its next starts bring no search attributes of ours. */
  emptyTemporal(bare: boolean): void {
    this.#isTemporalBare = bare;
    removeFiles(this, 'temporal.db');
  }

  /** Without another word: what is to be kept is on the disk by now. */
  async killAll(): Promise<void> {
    this.#closed = true;
    const names = [...this.#children.keys()];
    for (const name of names) this.signal(name, 'SIGKILL');
    await Promise.all(names.map((name) => this.ended(name)));
  }

  file(name: string): string {
    return join(this.#places.folder, name);
  }

  logOf(name: ProcessName): string {
    const path = this.file(`${name}.log`);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  #clockOf(name: ProcessName): string {
    return this.file(`clock.${name}`);
  }

  /** Only where a schedule sets its clock is there more to a process than in production. */
  #preloaded(name: ProcessName): string[] {
    const isSet = this.#schedule.faults.some(
      (fault) => fault.do === 'set-clock' && clocksOf(fault.who).includes(name),
    );
    return isSet ? ['--import', join(OWN_ROOT, 'test/faults/stepped-clock.ts')] : [];
  }

  #rootOf(name: ProcessName): string {
    const build = this.#builds.get(name);
    if (build) return build.root;
    const isRight = name !== 'incompatible-worker' && !(this.#isIncompatible && isWorker(name));
    if (isRight) return this.#places.root;
    if (this.#incompatibleRoot === undefined) throw new Error('there is no incompatible build');
    return this.#incompatibleRoot;
  }

  #commandOf(name: ProcessName): string[] {
    const { ports } = this.#places;
    const root = this.#rootOf(name);
    const compiled = ['--import', join(root, 'bin/compile-cache.js')];
    const node = [process.execPath, ...compiled, ...this.#preloaded(name)];
    if (isWorker(name)) return [...node, join(root, 'src/worker.ts')];
    switch (name) {
      case 'server':
      case 'second-server':
        return [...node, join(root, 'src/server.ts')];
      case 'simulator':
        return [process.execPath, join(OWN_ROOT, 'src/simulator/main.ts'), ...this.#carrierFlags()];
      case 'temporal': {
        const database = this.file('temporal.db');
        const binary = this.#temporalProgram!;
        const plan = { binary, database, port: ports.temporal, uiPort: null, logFile: '' };
        const flags = launchArguments(plan);
        const kept = flags.filter((flag) => !flag.startsWith('--search-attribute='));
        return [binary, ...(this.#isTemporalBare ? kept : flags)];
      }
      case 'postgres':
        throw new Error('Postgres is started by its own class');
      default:
        return name satisfies never;
    }
  }

  #carrierFlags(): string[] {
    const { ports } = this.#places;
    const { timeFactor, index, seed, webhooks, faults } = this.#schedule;
    return [
      `--ledger=${this.file('ledger.ndjson')}`,
      `--port=${ports.simulator}`,
      `--storage-port=${ports.storage}`,
      `--api-key=${CARRIER_KEY}`,
      `--seed=${seed}.${index}`,
      `--time-factor=${timeFactor}`,
      `--receiver-timeout-ms=${RECEIVER_TIMEOUT_MS}`,
      '--recorded=1',
      `--lost-recording-webhooks=${faults.some(strikesDesk) ? 0.4 : 0.04}`,
      `--deliver=${PUBLIC_URL}=http://127.0.0.1:${ports.webhooksLink}`,
      ...(webhooks
        ? [`--recording-webhook-url=${recordingHookUrl(PUBLIC_URL, [HOOK_SECRET])}`]
        : []),
      ...faults.flatMap((fault) => (fault.do === 'carrier' ? fault.flags : [])),
    ];
  }

  #environment(name: ProcessName): NodeJS.ProcessEnv {
    const { ports, env, database } = this.#places;
    const { timeFactor, webhooks } = this.#schedule;
    return {
      ...ownEnvironment(),
      GOGC: '400',
      TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporalLink}`,
      TEMPORAL_CONFIG_FILE: this.file('temporal.toml'),
      DIALWRIGHT_CARRIER_URL: `http://127.0.0.1:${ports.carrierLink}`,
      DIALWRIGHT_CARRIER_API_KEY: CARRIER_KEY,
      ...(webhooks ? { DIALWRIGHT_PUBLIC_URL: PUBLIC_URL } : {}),
      DIALWRIGHT_HOOK_SECRETS: HOOK_SECRET,
      DIALWRIGHT_API_KEYS: API_KEY,
      DIALWRIGHT_DATABASE_URL:
        database?.url(ports.postgresLink) ?? `sqlite:${this.file('dialwright.sqlite')}`,
      DIALWRIGHT_RECORDINGS: this.file('recordings'),
      DIALWRIGHT_RECORDING_ORIGINS: `http://127.0.0.1:${ports.storage}`,
      DIALWRIGHT_PORT: String(name === 'second-server' ? ports.secondServer : ports.server),
      DIALWRIGHT_CARRIER_PROFILE: this.file('profile.json'),
      DIALWRIGHT_TIME_FACTOR: String(timeFactor),
      // Its log shows when it serves, because a worker answers nobody.
      DIALWRIGHT_LOG_LEVEL: name === 'incompatible-worker' ? 'info' : 'warn',
      ...(typeof env === 'function' ? env(name, ports) : env),
      ...this.#builds.get(name)?.env,
    };
  }

  async #untilServing(name: ProcessName, gone: () => boolean): Promise<void> {
    const untilMs = Date.now() + STARTS_WITHIN_MS;
    while (!gone() && Date.now() < untilMs && !this.logOf(name).includes('the worker serves'))
      await sleep(25);
  }

  async #untilReady(name: ProcessName, child: ChildProcess): Promise<void> {
    const { ports } = this.#places;
    const gone = () => child.exitCode !== null || child.signalCode !== null;
    if (name === 'incompatible-worker') return this.#untilServing(name, gone);
    if (isWorker(name)) return;
    if (name === 'temporal') {
      const ready = waitUntilReady(`127.0.0.1:${ports.temporal}`, gone);
      return ready.catch((error: unknown) => {
        if (child.signalCode === null) throw error;
      });
    }
    const port = { server: ports.server, 'second-server': ports.secondServer }[name as string];
    const url = `http://127.0.0.1:${port ?? ports.simulator}/healthz`;
    const untilMs = Date.now() + READY_WITHIN_MS;
    while (!(await answers(url))) {
      // Another fault may have hit it already.
      if (child.signalCode !== null) return;
      if (gone() && !this.#isSupervised(name))
        throw new Error(`the ${name} ended while starting; see ${this.file(`${name}.log`)}`);
      if (Date.now() > untilMs) throw new Error(`the ${name} does not answer: ${url}`);
      await sleep(25);
    }
  }
}

/** The desk runs only where recordings must be looked up. */
const strikesDesk = (fault: Fault): boolean =>
  (fault.do === 'signal' && fault.to === 'desk') ||
  (fault.do === 'terminate' && fault.what === 'desk');

type WorkerName = 'worker' | 'second-worker' | 'incompatible-worker' | `worker-${number}`;

function isWorker(name: ProcessName): name is WorkerName {
  return name.includes('worker');
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    () => false,
  );
}
