/** One run of one system, from a fresh start to its figures. */
import { setTimeout as sleep } from 'node:timers/promises';
import { historyCost, type HistoryCost } from './history-cost.ts';
import { forgetCounts, postgresCost, postgresDetail, type PostgresCost } from '../postgres-cost.ts';
import { cpuMs, peakRssMb, percentile } from './process-cost.ts';
import { watchLocks } from './lock-waits.ts';
import type { Load, System } from './system.ts';

export interface Figures {
  calls: number;
  /** Calls a second, from the first tenth to the ninth: filling up and running dry count for nobody. */
  perSecond: number;
  wholePerSecond: number;
  /** Milliseconds of processor time a call, by process. The stub's is beside the sum. */
  cpuMs: Record<string, number>;
  /** Of webhooks, in milliseconds. */
  ackMs: { p50: number; p99: number; most: number };
  retries: number;
  /** Milliseconds a call in which units of work waited for locks of the store's Postgres. */
  lockWaitMs: number;
  /** Of several servers or workers, the one with most. */
  peakRssMb: Record<string, number>;
  bytesPerCall: Record<string, number>;
  /** What a call costs the Postgres of each, where there is one. */
  postgres: Record<string, Record<string, number>>;
  /** What each Postgres did for a call, by statement and table. */
  detail: string;
  /** Of what stands on Temporal. */
  history?: HistoryCost;
  agentIdleMs: { p50: number; p99: number };
}

export const WARM_UP = { calls: 60, inFlight: 50, perSecond: 0 };
const SETTLES_MS = 1_000;

export async function measure(system: System, load: Load): Promise<Figures> {
  await system.run(WARM_UP);
  await sleep(SETTLES_MS);
  await system.stub.ask({ ask: 'reset' });
  const servers = Object.values(system.postgres ?? {});
  for (const server of servers) await forgetCounts(server);
  const bytesBefore = await system.bytes();
  const costBefore = await costsOf(system);
  const cpuBefore = each(system.pids, cpuOfAll);
  const locks = watchLocks(system.postgres?.store);
  const ran = await system.run(load);
  const used = each(system.pids, cpuOfAll);
  const lockWaitMs = await locks.stop();
  const grown = await system.bytes();
  const cost = await costsOf(system);
  const seen = await system.stub.seen();
  const { overAtMs } = ran;
  if (overAtMs.length !== load.calls) throw new Error(`${overAtMs.length} of ${load.calls} calls`);
  const [from, to] = [Math.floor(load.calls * 0.1), Math.floor(load.calls * 0.9) - 1];
  const peak = each(system.pids, mostRssMb);
  const stored = (await system.stored?.()) ?? load.calls;
  if (stored !== load.calls) throw new Error(`${stored} of ${load.calls} records are stored`);
  return {
    calls: load.calls,
    perSecond: ((to - from) * 1_000) / (overAtMs[to]! - overAtMs[from]!),
    wholePerSecond: (load.calls * 1_000) / (overAtMs.at(-1)! - ran.startedAtMs),
    cpuMs: perCall(used, cpuBefore, load.calls),
    ackMs: {
      p50: percentile(seen.acksMs, 0.5),
      p99: percentile(seen.acksMs, 0.99),
      most: Math.max(...seen.acksMs),
    },
    retries: seen.retries,
    lockWaitMs: lockWaitMs / load.calls,
    peakRssMb: peak,
    bytesPerCall: perCall(grown, bytesBefore, load.calls),
    postgres: Object.fromEntries(
      Object.entries(cost).map(([name, after]) => [
        name,
        perCall({ ...after }, { ...costBefore[name]! }, load.calls),
      ]),
    ),
    detail: (await Promise.all(servers.map((server) => postgresDetail(server, load.calls)))).join(
      '\n\n',
    ),
    ...(system.temporalAddress === undefined
      ? {}
      : { history: await historyCost(system.temporalAddress, ran.workflowIds ?? []) }),
    agentIdleMs: { p50: percentile(seen.idleMs, 0.5), p99: percentile(seen.idleMs, 0.99) },
  };
}

/** Of the system itself; the stub stands for somebody else. */
export const systemCpuMs = ({ cpuMs: used }: Figures): number =>
  Object.entries(used).reduce((sum, [name, ms]) => sum + (name === 'stub' ? 0 : ms), 0);

const cpuOfAll = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
const mostRssMb = (pids: readonly number[]) => Math.max(...pids.map((pid) => peakRssMb(pid)));
const each = (pids: System['pids'], ask: (pids: readonly number[]) => number) =>
  Object.fromEntries(Object.entries(pids).map(([name, those]) => [name, ask(those)]));

async function costsOf({ postgres = {} }: System): Promise<Record<string, PostgresCost>> {
  const costs = Object.entries(postgres).map(
    async ([name, server]) => [name, await postgresCost(server)] as const,
  );
  return Object.fromEntries(await Promise.all(costs));
}

const perCall = (after: Record<string, number>, before: Record<string, number>, calls: number) =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, (value - (before[name] ?? 0)) / calls]),
  );
