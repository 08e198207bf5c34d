/** Counts agents' time by quarter of an hour, and reads it. */
import {
  addTimes,
  noTime,
  timesByQuarter,
  type AgentMs,
  type AgentTime,
} from '../../../domain/statistics/agent-time.ts';
import { QUARTER_MS } from '../../../domain/statistics/time-buckets.ts';
import { DAY_MS, type Span } from '../../../domain/zone.ts';
import type {
  QuarterTime,
  StatisticsStore,
  TimedAgents,
} from '../../statistics/statistics-store.ts';
import type { Database, Tx } from '../engine/tx.ts';
import { rowsAsJson } from '../engine/json-rows.ts';
import { spansWithin } from '../steps/agent-history.ts';

/** A quarter of an hour is counted so long after its end, so that what is being written then is counted too. */
const SETTLING_MS = 5 * 60_000;
/** Calls that are read for one answer. */
const MOST_UNCOUNTED = 50_000;
/** Calls that are counted in one unit of work, unless there are more in a quarter of an hour. */
const CALLS_PER_UNIT = 2_000;
/** Of a deleted agent whose last quarter of an hour is counted. */
const FOR_EVER_MS = Number.MAX_SAFE_INTEGER;

export function agentTimeStore(
  db: Database,
): Pick<StatisticsStore, 'agentTimesByQuarter' | 'agentTimeIn' | 'countAgentTimes'> {
  return {
    async agentTimesByQuarter(which) {
      const { counted, uncounted } = await db.read(async (tx) => ({
        counted: await countedTimes(tx, which),
        uncounted: await uncountedAgents(tx, which),
      }));
      const sums = new Map(counted.map(({ fromMs, ms }) => [fromMs, ms]));
      let left = MOST_UNCOUNTED;
      for (const { id, toMs } of uncounted) {
        const span = { fromMs: Math.max(which.fromMs, toMs), toMs: which.toMs };
        const found = await db.read((tx) => spansWithin(tx, id, span, left));
        if (!found) return undefined;
        left = Math.max(0, left - found.calls);
        for (const { fromMs, ms } of timesByQuarter(found.spans).filter(isOf(which))) {
          sums.set(fromMs, addTimes(sums.get(fromMs) ?? noTime(), ms));
        }
      }
      return [...sums]
        .map(([fromMs, ms]): QuarterTime => ({ fromMs, ms }))
        .toSorted((one, other) => one.fromMs - other.fromMs);
    },

    async agentTimeIn(id, { fromMs, toMs }) {
      return db.read(async (tx) => {
        const known = await tx.get<{ toMs: number }>(
          'SELECT times_counted_to_ms AS to_ms FROM agents WHERE id = :id',
          { id },
        );
        // Counters are of whole quarters of an hour. The rest of the span is read before and after them.
        const firstMs = Math.min(upToQuarter(fromMs), toMs);
        const lastMs = Math.max(firstMs, Math.min(toQuarter(toMs), known?.toMs ?? 0));
        const counters = await countedTimes(tx, { agentId: id, fromMs: firstMs, toMs: lastMs });
        const before = await spansWithin(tx, id, { fromMs, toMs: firstMs }, MOST_UNCOUNTED);
        const after = await spansWithin(tx, id, { fromMs: lastMs, toMs }, MOST_UNCOUNTED);
        if (!before || !after) return undefined;
        const rest = [...timesByQuarter(before.spans), ...timesByQuarter(after.spans)];
        return sumOf([...counters, ...rest]);
      });
    },

    async countAgentTimes(nowMs) {
      const horizonMs = toQuarter(nowMs - SETTLING_MS);
      // Checked without the write lock, so that others can write if there is nothing to do.
      if (!(await db.read((tx) => nextToCount(tx, horizonMs)))) return false;
      return db.write(async (tx) => {
        const next = await nextToCount(tx, horizonMs);
        if (next) await countOn(tx, next);
        return next !== undefined;
      });
    },
  };
}

const toQuarter = (atMs: number): number => atMs - (atMs % QUARTER_MS);
const upToQuarter = (atMs: number): number => toQuarter(atMs + QUARTER_MS - 1);

const isOf =
  ({ campaignId }: TimedAgents) =>
  (time: AgentTime): boolean =>
    campaignId === undefined || time.campaignId === campaignId;

const sumOf = (times: readonly { ms: AgentMs }[]): AgentMs =>
  times.reduce((sum, { ms }) => addTimes(sum, ms), noTime());

const COLUMNS = ['ready', 'ringing', 'on_call', 'wrap_up', 'paused'] as const;

type CountedRow = Omit<AgentMs, 'on_call' | 'wrap_up'> & {
  bucketMs: number;
  onCall: number;
  wrapUp: number;
};

async function countedTimes(
  tx: Tx,
  { fromMs, toMs, agentId, campaignId }: TimedAgents,
): Promise<QuarterTime[]> {
  if (fromMs >= toMs) return [];
  const rows = await tx.all<CountedRow>(
    `SELECT bucket_ms, ${COLUMNS.map((each) => `CAST(sum(${each}_ms) AS BIGINT) AS ${each}`).join(', ')}
     FROM agent_times
     WHERE bucket_ms >= :fromMs AND bucket_ms < :toMs
       ${agentId === undefined ? '' : 'AND agent_id = :agentId'}
       ${campaignId === undefined ? '' : 'AND campaign_id = :campaignId'}
     GROUP BY bucket_ms ORDER BY bucket_ms`,
    {
      fromMs,
      toMs,
      ...(agentId !== undefined && { agentId }),
      ...(campaignId !== undefined && { campaignId }),
    },
  );
  return rows.map(({ bucketMs, onCall, wrapUp, ...ms }) => ({
    fromMs: bucketMs,
    ms: { ...ms, on_call: onCall, wrap_up: wrapUp },
  }));
}

interface CountedTo {
  id: string;
  /** Until when its time is counted. */
  toMs: number;
}

const uncountedAgents = (tx: Tx, { toMs, agentId }: TimedAgents): Promise<CountedTo[]> =>
  tx.all<CountedTo>(
    `SELECT id, times_counted_to_ms AS to_ms FROM agents
     WHERE times_counted_to_ms < :toMs ${agentId === undefined ? '' : 'AND id = :agentId'}
     ORDER BY times_counted_to_ms, id`,
    { toMs, ...(agentId !== undefined && { agentId }) },
  );

/** A span of an agent that is to be counted: for the first time, or again. */
interface ToCount extends Span {
  agentId: string;
  /** Of the row that asks for a recount; null: for the first time. */
  recount: number | null;
}

async function nextToCount(tx: Tx, horizonMs: number): Promise<ToCount | undefined> {
  const recount = await tx.get<ToCount & { deletedToMs: number }>(
    `SELECT recounts.id AS recount, agent_id, from_ms,
            CASE WHEN to_ms < times_counted_to_ms THEN to_ms ELSE times_counted_to_ms END AS to_ms,
            (SELECT deleted_to_ms FROM installation) AS deleted_to_ms
     FROM agent_time_recounts AS recounts JOIN agents ON agents.id = recounts.agent_id
     ORDER BY recounts.id LIMIT 1`,
  );
  if (recount) {
    const { deletedToMs, ...span } = recount;
    // Of deleted calls nothing is left to count again: what was counted of them stays.
    const fromMs = Math.max(toQuarter(span.fromMs), upToQuarter(deletedToMs));
    return { ...span, fromMs, toMs: upToQuarter(span.toMs) };
  }
  const first = await tx.get<CountedTo>(
    `SELECT id, times_counted_to_ms AS to_ms FROM agents ${tx.sql.indexedBy('agents_counted')}
     WHERE times_counted_to_ms < :horizonMs ORDER BY times_counted_to_ms, id LIMIT 1`,
    { horizonMs },
  );
  return first && { agentId: first.id, recount: null, fromMs: first.toMs, toMs: horizonMs };
}

/** Counts a day, or a quarter of an hour if the day has many calls. */
async function countOn(tx: Tx, { agentId, recount, fromMs, toMs }: ToCount): Promise<void> {
  const day = { fromMs, toMs: Math.min(toMs, fromMs + DAY_MS) };
  const quarter = { fromMs, toMs: Math.min(toMs, fromMs + QUARTER_MS) };
  const ofDay = await spansWithin(tx, agentId, day, CALLS_PER_UNIT);
  const span = ofDay ? day : quarter;
  const found = ofDay ?? (await spansWithin(tx, agentId, quarter, Number.MAX_SAFE_INTEGER - 1));
  await writeTimes(tx, agentId, span, timesByQuarter(found!.spans));
  const isDone = span.toMs >= toMs;
  if (recount === null) {
    tx.send(
      `UPDATE agents SET times_counted_to_ms =
         CASE WHEN deleted_at_ms < CAST(:toMs AS BIGINT) THEN ${FOR_EVER_MS} ELSE CAST(:toMs AS BIGINT) END
       WHERE id = :agentId`,
      { agentId, toMs: span.toMs },
    );
  } else if (isDone) {
    tx.send('DELETE FROM agent_time_recounts WHERE id = :recount', { recount });
  } else {
    tx.send('UPDATE agent_time_recounts SET from_ms = :fromMs WHERE id = :recount', {
      recount,
      fromMs: span.toMs,
    });
  }
}

async function writeTimes(
  tx: Tx,
  agentId: string,
  { fromMs, toMs }: Span,
  times: readonly AgentTime[],
): Promise<void> {
  tx.send(
    'DELETE FROM agent_times WHERE agent_id = :agentId AND bucket_ms >= :fromMs AND bucket_ms < :toMs',
    { agentId, fromMs, toMs },
  );
  if (times.length === 0) return;
  const rows = times.map(({ fromMs: bucketMs, campaignId, ms }) => ({
    bucketMs,
    campaignId,
    ...ms,
  }));
  tx.send(
    `INSERT INTO agent_times (bucket_ms, campaign_id, agent_id, ${COLUMNS.map((each) => `${each}_ms`).join(', ')})
     SELECT CAST(value ->> 'bucketMs' AS BIGINT), value ->> 'campaignId', :agentId,
            ${COLUMNS.map((each) => `CAST(value ->> '${each}' AS BIGINT)`).join(', ')}
     FROM ${tx.sql.objects(':rows')}`,
    { agentId, rows: rowsAsJson(rows) },
  );
}
