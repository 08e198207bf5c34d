/** A simulated carrier, and a receiver of its webhooks, for one test. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Fact } from '../../src/simulator/state/facts.ts';
import { parseFacts } from '../../src/simulator/state/ledger.ts';
import type { SimulatorInput } from '../../src/simulator/options.ts';
import { startSimulator, type Simulator } from '../../src/simulator/start-simulator.ts';

export const HOOKS = 'https://hooks.dialwright.example';
export const CALLBACK = `${HOOKS}/hooks/click2call/c1.1.1.1/token`;
export const RECORDING_HOOK = `${HOOKS}/hooks/recordings/token`;

type FactOf<Name extends Fact['fact']> = Extract<Fact, { fact: Name }>;

export interface Webhook {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: {
    event: string;
    occurred_at: string;
    event_seq: number;
    data: Record<string, unknown>;
  };
}

export interface ReceiverAnswer {
  status: number;
  headers?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  body: {
    id: string;
    status: string;
    cost: unknown;
    error: { code: string; message: string; details: { field: string; message: string }[] };
    errors: Record<string, string[]>;
  };
}

export type Carrier = Awaited<ReturnType<typeof startCarrier>>;

/** Everything is quick and nothing goes wrong unless the test asks for it. */
const CALM: SimulatorInput = {
  timeFactor: 2_000,
  outcomeByLastDigit: true,
  agentUnreached: 0,
  customerNoAnswer: 0,
  customerBusy: 0,
  dropped: 0,
  skipAgentRinging: 0,
  finalizedFirst: 0,
  duplicateWebhooks: 0,
  lateWebhooks: 0,
  lostRecordingWebhooks: 0,
  recordingWebhookUrl: RECORDING_HOOK,
  // Compressed, a link's five minutes are less than a busy machine may take to use it.
  linkLifeMs: 1e9,
};

export const COMPLETED = '+12025550105';
export const NOT_RECORDED = '+12025550106';
export const NO_AGENT = '+12025550101';
export const NO_CUSTOMER = '+12025550102';
export const BUSY = '+12025550103';
export const DROPPED = '+12025550104';
export const FROZEN = '+12025550107';
export const FORGOTTEN = '+12025550108';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-carrier-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function startCarrier(
  input: SimulatorInput = {},
  answer: (webhook: Webhook, count: number) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({
    status: 204,
  }),
) {
  const ledger = input.ledger ?? join(temporaryFolder(), 'ledger.ndjson');
  const { webhooks, port } = await startReceiver(answer);
  const deliver = [`${HOOKS}=http://127.0.0.1:${port}`];
  const simulator = await startSimulator({ ...CALM, deliver, ...input, ledger });
  onTestFinished(() => simulator.stop());
  const heard = new Hearing(simulator);
  const api = apiOf(simulator);
  return {
    simulator,
    webhooks,
    ledgerPath: ledger,
    ...api,
    until: heard.until.bind(heard),
    facts: <Name extends Fact['fact']>(name: Name) => factsOf(ledger, name),
    async call(destination: string, extra: Record<string, unknown> = {}): Promise<string> {
      const placed = await api.post({ destination, callback_url: CALLBACK, ...extra });
      if (placed.status !== 201) throw new Error(`not placed: ${placed.status} ${placed.text}`);
      return placed.body.id;
    },
  };
}

export function factsOf<Name extends Fact['fact']>(ledger: string, name: Name): FactOf<Name>[] {
  return parseFacts(readFileSync(ledger, 'utf8')).filter(
    (fact) => fact.fact === name,
  ) as FactOf<Name>[];
}

/** Remembers facts from the start, so that nothing is missed between two questions. */
class Hearing {
  readonly #facts: Fact[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(simulator: Simulator) {
    simulator.onFact((fact) => {
      this.#facts.push(fact);
      for (const look of this.#waiting) look();
    });
  }

  until<Name extends Fact['fact']>(
    name: Name,
    holds: (fact: FactOf<Name>) => boolean = () => true,
  ): Promise<FactOf<Name>> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.#facts.find((fact) => fact.fact === name && holds(fact as FactOf<Name>));
        if (!found) return;
        this.#waiting.delete(look);
        resolve(found as FactOf<Name>);
      };
      this.#waiting.add(look);
      look();
    });
  }
}

function apiOf({ url, apiKey }: { url: string; apiKey: string }) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = async (method: string, path: string, init: RequestInit = {}): Promise<Answered> => {
    const answer = await fetch(`${url}${path}`, { method, headers, redirect: 'manual', ...init });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    const body = (isJson ? JSON.parse(text) : {}) as Answered['body'];
    return { status: answer.status, headers: answer.headers, text, body };
  };
  return {
    ask,
    post: (body: Record<string, unknown>) =>
      ask('POST', '/api/v1/click2call', {
        body: JSON.stringify({ sip_account: 'agent-1', ...body }),
      }),
    read: (id: string) => ask('GET', `/api/v1/click2call/${encodeURIComponent(id)}`),
    hangUp: (id: string) => ask('DELETE', `/api/v1/click2call/${encodeURIComponent(id)}`),
    lookUp: (id: string) => ask('GET', `/api/v1/calls/recording/${encodeURIComponent(id)}`),
  };
}

async function startReceiver(
  answer: (webhook: Webhook, count: number) => ReceiverAnswer | Promise<ReceiverAnswer>,
) {
  const webhooks: Webhook[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { url = '', headers } = request;
      const webhook = { path: url, headers, text, body: JSON.parse(text) as Webhook['body'] };
      webhooks.push(webhook);
      void Promise.resolve(answer(webhook, webhooks.length)).then(({ status, headers }) =>
        response.writeHead(status, headers).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { webhooks, port: (server.address() as AddressInfo).port };
}
