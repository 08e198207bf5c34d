/** Starts all parts, those beside each other that do not need one another, and adds the end of each to `parts`. */
import { holdPort } from './ports.ts';
import type { DevTools } from '../api/http/api-deps.ts';
import { SignInCodes } from '../api/sessions/sign-in-codes.ts';
import type { Places } from './addresses.ts';
import { productConfig, productSettings, simulatorArguments } from './product.ts';
import { startSimulator, type SimulatorProcess } from './simulator-process.ts';
import type { Secrets, StateFolder } from './state-folder.ts';
import type { ProgressReporter } from '../terminal/progress-reporter.ts';
import type { TroubleName } from '../terminal/trouble-names.ts';
import { troubleOf } from './trouble.ts';
import { startTemporalServer, type TemporalServer } from './temporal/temporal-server.ts';

export interface Running extends Places {
  state: StateFolder;
  dev: DevTools & { signInCodes: SignInCodes };
  /** Ends the trouble that the carrier was started with. */
  mend(): Promise<void>;
  /** The name of a part that has ended; undefined: all run. */
  endedPart(): string | undefined;
}

interface Means {
  reporter: ProgressReporter;
  signal: AbortSignal;
  /** Ends the parts in reverse order. */
  parts: AsyncDisposableStack;
}

const CARRIER_TRIES = 3;
const PORTS = { api: 3000, temporal: 7233, webUi: 8233, simulator: 3010, storage: 3011 };

export async function startAll(
  state: StateFolder,
  { port: preferredPort, trouble }: { port?: number; trouble?: TroubleName },
  { reporter, signal, parts }: Means,
): Promise<Running> {
  const secrets = state.secrets(process.env);
  const held = await holdPort(preferredPort ?? PORTS.api);
  parts.defer(async () => held.release());
  const { port } = held;
  const starting = [
    startTemporal(state, { reporter, signal }).then(endedBy(parts)),
    startCarrier({ state, secrets, port, trouble }).then(endedBy(parts)),
    import('./run-product.ts'),
  ] as const;
  // Each that has started is to be ended, also where another one fails.
  await Promise.allSettled(starting);
  const [temporal, carrier, { fileLog, startProduct }] = await Promise.all(starting);
  signal.throwIfAborted();
  const log = fileLog(state.file('dialwright.log'));
  const where = { state, secrets, port, simulator: carrier };
  const dev: Running['dev'] = { signInCodes: new SignInCodes() };
  const config = productConfig(where);
  await held.release();
  const { server, worker } = await startProduct(config, { log, dev });
  parts.defer(async () => worker.stop());
  parts.defer(async () => server.stop());
  signal.throwIfAborted();
  let workerEnded = false;
  const noteEnd = () => (workerEnded = true);
  worker.ended.then(noteEnd, (error: unknown) => {
    log.fatal({ err: error }, 'the worker failed');
    noteEnd();
  });
  const running: Running = {
    state,
    temporal,
    dev,
    mend: () => carrier.mend(),
    url: server.url,
    folder: state.path,
    apiKey: secrets.apiKeys.split(',')[0]!.trim(),
    endedPart() {
      if (workerEnded) return 'worker';
      if (carrier.hasEnded()) return 'simulated carrier';
      return temporal.isRunning() ? undefined : 'Temporal server';
    },
  };
  state.noteSettings({
    ...productSettings(where),
    ...temporalEnvironment(),
    DIALWRIGHT_URL: running.url,
    DIALWRIGHT_API_KEY: running.apiKey,
  });
  return running;
}

/** Those of a given server, or of ours, which have replaced them. */
const temporalEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('TEMPORAL_')));

const endedBy =
  (parts: AsyncDisposableStack) =>
  <Part extends { stop(): Promise<void> }>(part: Part): Part => {
    parts.defer(async () => part.stop());
    return part;
  };

async function startTemporal(
  state: StateFolder,
  { reporter, signal }: { reporter: ProgressReporter; signal: AbortSignal },
): Promise<TemporalServer> {
  const temporal = await startTemporalServer({
    folder: state.path,
    durable: true,
    port: PORTS.temporal,
    uiPort: PORTS.webUi,
    env: process.env,
    reporter,
    signal,
  });
  if (temporal.how === 'given') return temporal;
  // Settings for another server must not affect this connection.
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('TEMPORAL_')) delete process.env[name];
  }
  Object.assign(process.env, temporal.environment);
  return temporal;
}

interface Carrier extends Pick<SimulatorProcess, 'url' | 'storageUrl' | 'stop'> {
  /** Unexpectedly: a carrier that is down as its trouble asks for has not ended. */
  hasEnded(): boolean;
  mend(): Promise<void>;
}

interface CarrierInput {
  state: StateFolder;
  secrets: Secrets;
  port: number;
  trouble?: TroubleName | undefined;
}

async function startCarrier(input: CarrierInput): Promise<Carrier> {
  const { trouble } = input;
  const { simulator, again } = await startOnFreePorts(input);
  const { url, storageUrl } = simulator;
  const faults = trouble && troubleOf(trouble).at;
  let current: SimulatorProcess | undefined = simulator;
  if (trouble && !faults) {
    current = undefined;
    await simulator.stop();
  }
  return {
    url,
    storageUrl,
    hasEnded: () => current?.isRunning() === false,
    async mend() {
      if (faults) simulator.change(faults.ends);
      else current ??= await again();
    },
    stop: async () => current?.stop(),
  };
}

// Another process may take a free port before the carrier binds it, so further ports are tried.
async function startOnFreePorts(where: CarrierInput) {
  const { state } = where;
  const kept = state.recall();
  for (let tries = 1; ; tries++) {
    const held = await holdPort(kept.simulatorPort ?? PORTS.simulator);
    const heldStorage = await holdPort(kept.storagePort ?? PORTS.storage);
    await held.release();
    await heldStorage.release();
    const ports = { simulatorPort: held.port, storagePort: heldStorage.port };
    try {
      const args = simulatorArguments({ ...where, ...ports });
      const again = () => startSimulator(args, { logFile: state.file('simulator.log') });
      const simulator = await again();
      state.remember(ports);
      return { simulator, again };
    } catch (error) {
      if (tries === CARRIER_TRIES) throw error;
    }
  }
}
