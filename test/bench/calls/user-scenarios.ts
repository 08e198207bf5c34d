import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignProgress } from '../../../src/terminal/api-shapes.ts';
import { historyCost } from './history-cost.ts';
import { percentile } from './process-cost.ts';
import type { Product, ProductOptions } from './product.ts';

export interface Scenario {
  stub: Pick<ProductOptions, 'talkMs'> & Partial<ProductOptions>;
  /** Rows of what, seen, goal. */
  play: (product: Product) => Promise<string[][]>;
}

const WARM_UP = { calls: 60, inFlight: 50, perSecond: 0 };
const PACE = 10;
const SLOW_CALLS = 400;
const SETTLED_MS = 3_000;

export const SCENARIOS: Record<string, Scenario> = {
  /** A hundred agents whose calls last twenty seconds: five calls a second. */
  agents: { stub: { talkMs: 20_000 }, play: idleAgents },
  /** The carrier takes up to 14 s for an answer, which is less than the deadline of a POST. */
  slow: { stub: { talkMs: 5_000, answerMs: [200, 2_000, 9_000, 14_000] }, play: slowAnswers },
  pace: { stub: { talkMs: 2_000 }, play: keptPace },
  pause: { stub: { talkMs: 2_000 }, play: heededPause },
  away: { stub: { talkMs: 0 }, play: withoutTemporal },
  waiting: { stub: { talkMs: 0 }, play: waitingCalls },
  desk: { stub: { talkMs: 0, recordings: 'by-desk' }, play: deskQuota },
};

async function idleAgents(product: Product): Promise<string[][]> {
  const { stub } = product;
  await warmUp(product);
  const reading = readAllTheWhile(product);
  await product.run({ calls: 600, inFlight: 100, perSecond: 0 });
  const readMs = await reading.stop();
  const { idleMs } = await stub.seen();
  return [
    ['agent idle from end to next POST, p50', ms(percentile(idleMs, 0.5)), '100 ms'],
    ['… p99', ms(percentile(idleMs, 0.99)), '300 ms'],
    ['API reads meanwhile, p50', ms(percentile(readMs, 0.5)), ''],
    ['… p99', ms(percentile(readMs, 0.99)), '50 ms'],
  ];
}

async function slowAnswers(product: Product): Promise<string[][]> {
  const { stub } = product;
  await warmUp(product);
  await stub.ask({ ask: 'reset' });
  const { workflowIds } = await product.run({ calls: SLOW_CALLS, inFlight: 100, perSecond: 0 });
  const { idleMs, acksMs, places } = await stub.seen();
  const { events, actions, workflowTasks } = await historyCost(
    product.temporal.address,
    workflowIds!,
  );
  return [
    ['slow carrier: agent idle from end to next POST, p50', ms(percentile(idleMs, 0.5)), ''],
    ['… p99', ms(percentile(idleMs, 0.99)), ''],
    ['… acks, p99', ms(percentile(acksMs, 0.99)), ''],
    ['… POSTs for each call', (places / SLOW_CALLS).toFixed(3), '1.000'],
    [
      '… events, Actions, workflow tasks of a call',
      [events, actions, workflowTasks].map((one) => one.toFixed(1)).join(', '),
      '',
    ],
  ];
}

async function keptPace(product: Product): Promise<string[][]> {
  await warmUp(product);
  await product.run({ calls: 600, inFlight: 100, perSecond: PACE });
  const { postsAtMs } = await product.stub.seen();
  const spanMs = postsAtMs.at(-1)! - postsAtMs[0]!;
  const seen = ((postsAtMs.length - 1) * 1_000) / spanMs;
  const off = Math.abs(seen / PACE - 1) * 100;
  return [
    [
      `POSTs a second, ${PACE} asked for`,
      `${seen.toFixed(3)} (${off.toFixed(2)} % off)`,
      '1 % off',
    ],
  ];
}

async function heededPause(product: Product): Promise<string[][]> {
  const { api, stub } = product;
  await warmUp(product);
  const rows: number[] = [];
  for (let time = 0; time < 5; time++) {
    const id = await product.load({ calls: 300, inFlight: 100, perSecond: PACE });
    await api.post(`/v1/campaigns/${id}/start`);
    await until(async () => (await stub.seen()).places > 40);
    const askedAtMs = Date.now();
    await api.post(`/v1/campaigns/${id}/pause`);
    await untilNoLiveCall(product, id);
    const { postsAtMs } = await stub.seen();
    rows.push(Math.max(0, postsAtMs.at(-1)! - askedAtMs));
    await api.post(`/v1/campaigns/${id}/cancel`);
    await stub.ask({ ask: 'reset' });
  }
  return [
    ['from asking for a pause to the last POST, longest of 5', ms(Math.max(...rows)), '1000 ms'],
  ];
}

/** Calls are placed, Temporal is killed, and only then does the carrier speak. */
async function withoutTemporal(product: Product): Promise<string[][]> {
  const { api, stub, temporal } = product;
  await warmUp(product);
  const rows: string[][] = [];
  for (const [words, perSecond, goal] of [
    ['5 calls/s', 30, '10 ms'],
    ['33 calls/s', 200, '50 ms'],
  ] as const) {
    await stub.ask({ ask: 'hold' });
    await stub.ask({ ask: 'reset' });
    const id = await product.load({ calls: 100, inFlight: 100, perSecond: 0 });
    await api.post(`/v1/campaigns/${id}/start`);
    await until(async () => (await stub.seen()).places === 100);
    await temporal.kill();
    await stub.ask({ ask: 'release', perSecond });
    await until(async () => (await stub.seen()).acksMs.length >= 600);
    const { acksMs, retries } = await stub.seen();
    rows.push([`ack while Temporal is away, ${words}, p50`, ms(percentile(acksMs, 0.5)), '']);
    rows.push(['… p99', ms(percentile(acksMs, 0.99)), goal]);
    await temporal.start();
    const backAtMs = Date.now();
    await product.untilOver(id, 100);
    const seconds = ((Date.now() - backAtMs) / 1_000).toFixed(1);
    rows.push([
      '… all 100 billed after it is back',
      `${seconds} s, ${retries} webhooks sent again`,
      '',
    ]);
  }
  return rows;
}

const IMPORTED = 20_000;

async function waitingCalls(product: Product): Promise<string[][]> {
  const { api, stub, pids } = product;
  const memory = () => ({ worker: rssMb(pids['worker']![0]!), server: rssMb(pids['server']![0]!) });
  await sleep(SETTLED_MS);
  const rest = memory();
  await warmUp(product);
  await stub.ask({ ask: 'hold' });
  await stub.ask({ ask: 'reset' });
  async function withWaiting(calls: number, inFlight: number) {
    const id = await product.load({ calls, inFlight, perSecond: 0 });
    await api.post(`/v1/campaigns/${id}/start`);
    await until(async () => (await stub.seen()).places >= inFlight, 5 * 60_000);
    await sleep(SETTLED_MS);
    return memory();
  }
  const few = await withWaiting(100, 100);
  const many = await withWaiting(900, 1_000);
  await product.load({ calls: IMPORTED, inFlight: 0, perSecond: 0 });
  const each = (many.worker - few.worker) / 900;
  return [
    ['worker at rest', mb(rest.worker), ''],
    ['… with 100 calls waiting', mb(few.worker), '250 MB'],
    ['… more for each of 900 others', `${each.toFixed(3)} MB`, '0.05 MB'],
    ['server at rest', mb(rest.server), '150 MB'],
    ['… with 100 calls waiting', mb(few.server), '150 MB'],
    ['… with 1,000, after an import of 20,000 contacts', mb(memory().server), '150 MB'],
  ];
}

const LOOKUPS = 11;

/** No recording webhook comes: all is left to the desk, one lookup a minute. */
async function deskQuota(product: Product): Promise<string[][]> {
  const { api, stub } = product;
  const id = await product.load({ calls: LOOKUPS + 2, inFlight: LOOKUPS + 2, perSecond: 0 });
  await api.post(`/v1/campaigns/${id}/start`);
  await until(async () => (await stub.seen()).lookupsAtMs.length >= LOOKUPS, 20 * 60_000);
  const { lookupsAtMs } = await stub.seen();
  const gaps = lookupsAtMs.slice(1).map((atMs, index) => atMs - lookupsAtMs[index]!);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  return [
    ['recording lookups, share of one a minute', `${(6_000_000 / mean).toFixed(1)} %`, '95 %'],
    ['… shortest gap', ms(Math.min(...gaps)), '60000 ms at least'],
  ];
}

async function warmUp(product: Product): Promise<void> {
  await product.run(WARM_UP);
  await product.stub.ask({ ask: 'reset' });
}

function readAllTheWhile({ api }: Product) {
  const stopping = new AbortController();
  const tookMs: number[] = [];
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      const { data } = await timed<{ data: { id: string }[] }>('/v1/campaigns?limit=10');
      for (const { id } of data) {
        await timed(`/v1/campaigns/${id}`);
        await timed(`/v1/campaigns/${id}/contacts?limit=50`);
        await timed(`/v1/campaigns/${id}/calls?limit=50`);
      }
      await sleep(100);
    }
  })();
  async function timed<Answer>(path: string): Promise<Answer> {
    const askedAtMs = performance.now();
    const answer = await api.get<Answer>(path);
    tookMs.push(performance.now() - askedAtMs);
    return answer;
  }
  return {
    async stop(): Promise<number[]> {
      stopping.abort();
      await reading;
      return tookMs;
    },
  };
}

async function untilNoLiveCall({ api }: Product, id: string): Promise<void> {
  await until(async () => {
    const { calls } = await api.get<CampaignProgress>(`/v1/campaigns/${id}`);
    return (calls.by_state['ended'] ?? 0) === calls.total;
  });
}

async function until(holds: () => Promise<boolean>, withinMs = 120_000): Promise<void> {
  const untilMs = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > untilMs) throw new Error('what was waited for did not come');
    await sleep(20);
  }
}

function rssMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1_024) / 1e6;
}

const mb = (value: number): string => `${value.toFixed(0)} MB`;
const ms = (value: number): string => `${value.toFixed(0)} ms`;
