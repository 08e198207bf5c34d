import { useEffect } from 'preact/hooks';
import { useList, useQuery, type Query } from '../../api/query.ts';
import type { Schemas } from '../../api/api.ts';
import { MARKING, marksOf, marksWithin, type DayMark } from './day-marks.ts';
import { daySpan } from './day-quarters.ts';
import type { StatisticsSpan } from './statistics-query.ts';

const POLL_MS = 15_000;
/** Events are read from the newest back to the day. Of a day with more events since, the older ones are left out. */
const MOST_EVENTS = 2_000;
const MARKS_CHANGE = ['account.*', 'hold.*', 'campaign.*', 'alert.*'] as const;

interface DayRead {
  stats: Query<Schemas['Statistics']>;
  marks: readonly DayMark[];
}

/** The calls of one day by quarters of an hour, and what stood in their way. */
export function useDay(span: StatisticsSpan): DayRead {
  const query = { ...span, by: '15m' as const, agent_time: 'false' };
  const stats = useQuery('/v1/stats', { query }, { pollMs: POLL_MS });
  const events = useMarkingEvents(Date.parse(span.from));
  const options = { on: MARKS_CHANGE, pollMs: POLL_MS };
  const account = useQuery('/v1/account', {}, options);
  const alerts = useQuery('/v1/alerts', {}, options);
  const campaigns = useQuery('/v1/campaigns', { query: { order: 'desc', limit: 200 } }, options);
  if (!stats.data || !events.loaded) return { stats, marks: [] };
  const known = campaigns.data?.data ?? [];
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const isShown = ({ campaign }: { campaign: string | null }) =>
    span.campaign === undefined || campaign === null || campaign === span.campaign;
  const standing = {
    account: account.data,
    alerts: (alerts.data?.data ?? []).filter(isShown),
    campaigns: known.filter(({ id }) => isShown({ campaign: id })),
  };
  const marks = marksOf(events.items.filter(isShown), standing, (id) => names.get(id) ?? id);
  return { stats, marks: marksWithin(marks, daySpan({ quarters: stats.data.buckets })) };
}

function useMarkingEvents(fromMs: number) {
  const query = { types: MARKING, order: 'desc' as const, limit: 200 };
  const list = useList('/v1/events', { query }, { on: MARKS_CHANGE, pollMs: POLL_MS });
  const { items, more } = list;
  const oldest = items.at(-1);
  const isShort = oldest !== undefined && Date.parse(oldest.timestamp) >= fromMs;
  useEffect(() => {
    if (more && isShort && items.length < MOST_EVENTS) void more();
  }, [more !== undefined, items.length, isShort]);
  return list;
}
