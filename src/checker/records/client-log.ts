/** The log of the client of the product's API, and of the proxy between product and carrier. */
import { InputError, readLines, type Line } from './lines.ts';
import { placementOfUrl, type PlacementId } from './placement-id.ts';

export interface ClientRequest {
  line: number;
  method: string;
  path: string;
  body: unknown;
  /** When the request was first sent. */
  askedMs: number;
  /** The last answer; null: there was none. */
  answer: { atMs: number; status: number; body: unknown } | null;
}

/** A POST to the carrier when it left the product. */
export interface Departure {
  line: number;
  atMs: number;
  destination: string | null;
  placement: PlacementId | null;
}

export interface Span {
  fromMs: number;
  toMs: number;
}

export interface ClientLog {
  requests: ClientRequest[];
  departures: Departure[];
  /** Processes that were frozen for a while, by name. */
  frozen: (Span & { who: string })[];
  /** Requests that others than the carrier sent to callback URLs. */
  intrusions: { line: number; path: string; token: 'right' | 'guessed'; status: number | null }[];
  /** The largest clock error of one of the processes. Its times prove nothing more exact than that. */
  clockErrorMs: number;
  faultsOverMs: number | null;
  rest: { atMs: number; withinMs: number; stuck: string[] } | null;
}

export async function readClientLog(path: string): Promise<ClientLog> {
  const log: ClientLog = {
    requests: [],
    departures: [],
    frozen: [],
    intrusions: [],
    clockErrorMs: 0,
    faultsOverMs: null,
    rest: null,
  };
  const requests = new Map<number, ClientRequest>();
  for (const line of await readLines(path)) take(log, requests, path, line);
  return log;
}

function take(
  log: ClientLog,
  requests: Map<number, ClientRequest>,
  path: string,
  { number: line, value }: Line,
): void {
  const fact = value as unknown as ClientLine | null;
  const atMs = Date.parse(fact?.at ?? '');
  switch (fact?.fact) {
    case 'asked': {
      if (requests.has(fact.request)) return;
      const { method, path, body } = fact;
      const request = { line, method, path, body, askedMs: atMs, answer: null };
      requests.set(fact.request, request);
      log.requests.push(request);
      return;
    }
    case 'answered': {
      const request = requests.get(fact.request);
      if (!request) throw new InputError(`${path} line ${line}: an answer to no request`);
      request.answer = { atMs, status: fact.status, body: fact.body };
      return;
    }
    case 'failed':
      return;
    case 'left': {
      const { destination, callback_url } = fact;
      log.departures.push({ line, atMs, destination, placement: placementOfUrl(callback_url) });
      return;
    }
    case 'frozen':
      log.frozen.push({
        who: fact.who,
        fromMs: Date.parse(fact.from),
        toMs: Date.parse(fact.until),
      });
      return;
    case 'intruded': {
      const { path, token, status } = fact;
      log.intrusions.push({ line, path, token, status });
      return;
    }
    case 'clock':
      log.clockErrorMs = Math.max(log.clockErrorMs, Math.abs(fact.by_ms));
      return;
    case 'faults-over':
      log.faultsOverMs = atMs;
      return;
    case 'at-rest':
      log.rest = { atMs, withinMs: fact.within_ms, stuck: fact.stuck };
      return;
    case undefined:
    default:
      throw new InputError(`${path} line ${line}: not a line of a client’s log`);
  }
}

type ClientLine = { at: string } & (
  | { fact: 'asked'; request: number; method: string; path: string; body?: unknown }
  | { fact: 'answered'; request: number; status: number; body: unknown }
  | { fact: 'failed'; request: number; why: string }
  | { fact: 'left'; destination: string | null; callback_url: string | null }
  | { fact: 'frozen'; who: string; from: string; until: string }
  | { fact: 'intruded'; path: string; token: 'right' | 'guessed'; status: number | null }
  | { fact: 'clock'; who: string; by_ms: number }
  | { fact: 'faults-over' }
  | { fact: 'at-rest'; within_ms: number; stuck: string[] }
);
