/** What is measured every half minute of a soak: of each process, of the store, and of the newest histories. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Client } from '@temporalio/client';
import type { ProcessName } from '../faults.ts';
import type { World } from '../world.ts';

export interface ProcessSample {
  /** Another one: it was started again. */
  pid: number;
  rssMb: number;
  descriptors: number;
  /** Of the time since the sample before; null: the process shows no metrics. */
  loopP99Ms: number | null;
}

/** Null: it could not be read just then, because what shows it was away. */
export interface Sample {
  /** Since dialling began. */
  atMs: number;
  processes: Partial<Record<ProcessName, ProcessSample>>;
  calls: { total: number; ended: number } | null;
  /** `walMb`: of SQLite the log's file, of Postgres the files of its log. */
  store: { mb: number; walMb: number } | null;
  temporalMb: number | null;
  /** Of the calls that were over last, the mean; of the others, those that are open for good. */
  histories: {
    callEvents: number;
    callBytes: number;
    campaignEvents: number;
    deskEvents: number | null;
  } | null;
}

const NEWEST_CALLS = 20;
const MEGABYTE = 1e6;
const READS_WITHIN_MS = 10_000;

export async function takeSample(
  world: World,
  client: Client,
  { campaign, beganMs }: { campaign: string; beganMs: number },
): Promise<Sample> {
  const [processes, calls, store, histories] = await Promise.all([
    processesOf(world),
    callsOf(world, campaign),
    storeOf(world).catch(() => null),
    client
      .withDeadline(Date.now() + READS_WITHIN_MS, () => historiesOf(client, campaign))
      .catch(() => null),
  ]);
  const temporalMb = sizeMb(world.processes.file('temporal.db'));
  return { atMs: Date.now() - beganMs, processes, calls, store, temporalMb, histories };
}

async function processesOf({ processes, ports }: World): Promise<Sample['processes']> {
  const shown: [ProcessName, number | undefined][] = [
    ['server', ports.serverMetrics],
    ['worker', ports.workerMetrics],
    ['temporal', undefined],
    ['simulator', undefined],
  ];
  const samples = await Promise.all(
    shown.map(async ([name, port]) => {
      const pid = processes.pid(name);
      const loopP99Ms = port === undefined ? null : await loopP99MsAt(port);
      const sample = pid === undefined ? undefined : used(pid);
      return [name, sample && { ...sample, loopP99Ms }] as const;
    }),
  );
  return Object.fromEntries(samples.filter(([, sample]) => sample !== undefined));
}

/** Undefined: it has just ended. */
function used(pid: number): Omit<ProcessSample, 'loopP99Ms'> | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/mu.exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    )!;
    const descriptors = readdirSync(`/proc/${pid}/fd`).length;
    return { pid, rssMb: (Number(kilobytes) * 1_024) / MEGABYTE, descriptors };
  } catch {
    return undefined;
  }
}

const LOOP_P99 = /^nodejs_eventloop_lag_p99_seconds(?:\{.*\})? (\S+)$/mu;

async function loopP99MsAt(port: number): Promise<number | null> {
  const signal = AbortSignal.timeout(READS_WITHIN_MS);
  const text = await fetch(`http://127.0.0.1:${port}/metrics`, { signal }).then(
    (answer) => answer.text(),
    () => '',
  );
  const seconds = Number(LOOP_P99.exec(text)?.[1]);
  return Number.isFinite(seconds) ? seconds * 1_000 : null;
}

async function callsOf({ client }: World, campaign: string): Promise<Sample['calls']> {
  const answer = await client.look(`/v1/campaigns/${campaign}`);
  if (answer?.status !== 200) return null;
  const { total, by_state: byState } = answer.body.calls;
  return { total, ended: byState.ended ?? 0 };
}

async function storeOf({ database, processes }: World): Promise<Sample['store']> {
  if (!database) {
    const file = processes.file('dialwright.sqlite');
    return { mb: sizeMb(file) ?? 0, walMb: sizeMb(`${file}-wal`) ?? 0 };
  }
  const [row] = await database.ask<{ bytes: string; wal: string }>(
    `SELECT pg_database_size(current_database()) AS bytes, (SELECT sum(size) FROM pg_ls_waldir()) AS wal`,
  );
  return { mb: Number(row!.bytes) / MEGABYTE, walMb: Number(row!.wal) / MEGABYTE };
}

function sizeMb(file: string): number | null {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? Number.NaN) / MEGABYTE || null;
}

async function historiesOf(client: Client, campaign: string): Promise<Sample['histories']> {
  const { connection, options } = client;
  const { executions } = await connection.workflowService.listWorkflowExecutions({
    namespace: options.namespace,
    pageSize: NEWEST_CALLS,
    query: "WorkflowType = 'callWorkflow' AND ExecutionStatus = 'Completed'",
  });
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  if (!executions?.length) return null;
  const length = async (id: string) =>
    (await client.workflow.getHandle(id).describe()).historyLength;
  return {
    callEvents: mean(executions.map(({ historyLength }) => Number(historyLength))),
    callBytes: mean(executions.map(({ historySizeBytes }) => Number(historySizeBytes))),
    campaignEvents: await length(`campaign.${campaign}`),
    deskEvents: await length('recording-desk').catch(() => null),
  };
}
