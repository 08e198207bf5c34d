/** Builds and starts the simulated carrier. */
import { CarrierState } from './state/carrier-state.ts';
import { CarrierServer } from './carrier-server.ts';
import { Clock } from './clock.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';
import { Directory } from './state/directory.ts';
import { Exchange } from './calls/exchange.ts';
import type { Fact, FactBody } from './state/facts.ts';
import { listen } from './http-listener.ts';
import { Ledger } from './state/ledger.ts';
import { optionsSchema, type SimulatorInput, type SimulatorOptions } from './options.ts';
import { answerStorage } from './recordings/storage-server.ts';
import { endingQuietly, type World } from './world.ts';

export interface Simulator {
  /** Base URL of the API, without a trailing slash. */
  url: string;
  /** Origin of the pre-signed links. */
  storageUrl: string;
  ledgerPath: string;
  apiKey: string;
  /** Changes options for what follows. The plans of calls that were already placed stay. */
  change(input: ChangeableInput): Promise<void>;
  /** Calls the listener with every fact once it is on the disk. Returns a function that removes the listener. */
  onFact(listener: (fact: Fact) => void): () => void;
  /** Stops accepting requests, then sending webhooks, then closes the ledger. Pending work resumes at the next start. */
  stop(): Promise<void>;
}

type Seeds = 'sipAccount' | 'did' | 'allowedIp';

/** The options that can change while the carrier runs: all but those that are fixed at the start. */
export type ChangeableInput = Omit<
  SimulatorInput,
  'ledger' | 'host' | 'port' | 'storagePort' | 'apiKey' | 'seed' | 'timeFactor' | Seeds
>;

export async function startSimulator(input: SimulatorInput = {}): Promise<Simulator> {
  const options = optionsSchema.parse(input);
  const { ledger, facts } = await Ledger.open(options.ledger);
  const listeners = new Set<(fact: Fact) => void>();
  const world = createWorld(options, ledger, listeners);
  for (const fact of facts) remember(world, fact);
  const sender = new WebhookSender(world);
  const exchange = new Exchange(world, sender);
  const started = Promise.withResolvers<void>();
  const servers = await openServers(world, { exchange, sender, started: started.promise });
  await world.note(runFact(world));
  resume(world, exchange, sender);
  started.resolve();
  let given = input;
  return {
    url: world.url,
    storageUrl: world.storageUrl,
    ledgerPath: ledger.path,
    apiKey: options.apiKey,
    async change(changed) {
      given = { ...given, ...changed };
      world.options = optionsSchema.parse(given);
      await world.note({ fact: 'change', options: shownOptions(world.options) });
    },
    onFact(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async stop() {
      world.clock.stop();
      await Promise.all(servers.map((server) => server.stop()));
      await sender.stop();
      await ledger.close();
    },
  };
}

function createWorld(
  options: SimulatorOptions,
  ledger: Ledger,
  listeners: Set<(fact: Fact) => void>,
): World {
  const carrierState = new CarrierState();
  const directory = new Directory(options);
  const asked = new Map<string, number>();
  return {
    options,
    carrierState,
    directory,
    clock: new Clock(options.timeFactor),
    url: '',
    storageUrl: '',
    countAsked(what) {
      const count = (asked.get(what) ?? 0) + 1;
      asked.set(what, count);
      return count;
    },
    async note<Body extends FactBody>(body: Body) {
      const fact = await ledger.record(body);
      remember({ carrierState, directory }, fact);
      for (const listener of listeners) listener(fact);
      return fact;
    },
    background(work) {
      void endingQuietly(work);
    },
  };
}

function remember(
  { carrierState, directory }: Pick<World, 'carrierState' | 'directory'>,
  fact: Fact,
): void {
  carrierState.apply(fact);
  if (fact.fact === 'resource') directory.apply(fact);
}

interface Serving {
  exchange: Exchange;
  sender: WebhookSender;
  started: Promise<void>;
}

async function openServers(world: World, { exchange, sender, started }: Serving) {
  const { host, port, storagePort } = world.options;
  const carrier = new CarrierServer({ world, exchange, sender });
  const { background } = world;
  const storage = await listen({
    host,
    port: storagePort,
    background,
    respond: (request) => started.then(() => answerStorage(world, request)),
  });
  const api = await listen({
    host,
    port,
    background,
    respond: (request) => started.then(() => carrier.respond(request)),
  });
  world.url = api.url;
  world.storageUrl = storage.url;
  return [api, storage];
}

function resume({ carrierState }: World, exchange: Exchange, sender: WebhookSender): void {
  for (const call of carrierState.calls.values()) exchange.follow(call);
  for (const event of carrierState.events) sender.deliver(event);
}

function runFact({ options, carrierState, url, storageUrl }: World): FactBody {
  return {
    fact: 'run',
    run: carrierState.runs + 1,
    pid: process.pid,
    url,
    storage_url: storageUrl,
    seed: options.seed,
    time_factor: options.timeFactor,
    lookup_gap_ms: options.lookupGapMs,
    request_gap_ms: options.requestGapMs,
    receiver_timeout_ms: options.receiverTimeoutMs,
    options: shownOptions(options),
  };
}

// JSON has no big integers, so top-ups become strings. It has no infinity either: an open end becomes null.
function shownOptions(options: SimulatorOptions): unknown {
  const text = JSON.stringify(options, (name, value: unknown) => {
    if (name === 'apiKey') return undefined;
    return typeof value === 'bigint' ? value.toString() : value;
  });
  return JSON.parse(text);
}
