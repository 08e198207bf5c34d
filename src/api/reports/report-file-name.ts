/** The name of a report's file. */
import { fileWord } from '../../domain/spreadsheets/file-word.ts';
import { dayOf } from '../http/csv/file-names.ts';
import type { Store } from '../../store/store.ts';
import type { ReportRequest } from './report-request.ts';

/**
 * What the file contains and of when: `calls-spring-offers-2026-11-01-to-2026-11-25.csv`. Days are those of the report's
 * zone.
 * @throws StoreRefusal not-found
 */
export async function reportFileName(
  store: Pick<Store, 'campaign'>,
  request: ReportRequest,
  nowMs: number,
): Promise<string> {
  const { report, query } = request;
  const campaignId = report === 'contacts' ? request.campaignId : campaignOf(query);
  const campaign =
    campaignId === undefined
      ? []
      : [fileWord((await store.campaign(campaignId)).name) || campaignId];
  const zone = 'zone' in query ? query.zone : 'UTC';
  const ending = 'format' in query ? query.format : 'zip';
  return `${[report, ...campaign, daysOf(query, zone, nowMs)].join('-')}.${ending}`;
}

const campaignOf = (query: object): string | undefined =>
  'campaign' in query && typeof query.campaign === 'string' ? query.campaign : undefined;

/** From the first day to the last one that is in the report, or the only one. */
function daysOf(query: object, zone: string, nowMs: number): string {
  const { from, to } = query as { from?: string; to?: string };
  const last = Math.max(
    from === undefined ? -Infinity : Date.parse(from),
    to === undefined ? nowMs : Date.parse(to) - 1,
  );
  const days = [...(from === undefined ? [] : [Date.parse(from)]), last];
  return [...new Set(days.map((ms) => dayOf(zone, ms)))].join('-to-');
}
