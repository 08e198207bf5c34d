/** Campaigns whose calls are answered less often than at the same hours of the days before. */
import { DIALLING_STATES } from '../../../../domain/campaigns/campaign-state.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import { fallOf, LEAST_TRIED, type Sample } from '../../../../domain/statistics/step-change.ts';
import { QUARTER_MS } from '../../../../domain/statistics/time-buckets.ts';
import { DAY_MS } from '../../../../domain/zone.ts';
import { sqlList } from '../../engine/sql-list.ts';
import type { Tx } from '../../engine/tx.ts';
import type { Alert } from '../../../events/event-store.ts';
import type { FoundAlert } from './alerts.ts';

/** Some hours, so that a campaign of a few agents has enough calls in them. */
const RECENT_MS = 3 * 3_600_000;
/** The same hours of so many days before: people answer less often in the morning than in the evening. */
const DAYS_BEFORE = 14;
/** Nobody has so many campaigns that dial at once. */
const MOST_CAMPAIGNS = 500;

/** Calls that an agent answered, so that the customer was dialled, and those that the customer answered. */
const SAMPLE = `CAST(coalesce(sum(buckets.answered), 0) AS BIGINT) AS tried,
  CAST(coalesce(sum(bridged), 0) AS BIGINT) AS answered`;
const BUCKETS = `(SELECT campaign_id, bucket_ms, answered, bridged FROM call_buckets
  UNION ALL SELECT campaign_id, bucket_ms, answered, bridged FROM call_bucket_deltas) AS buckets`;

/** @param open the alerts that stand: a raised one is cleared later than it is raised */
export async function fallenAnswerRates(
  tx: Tx,
  open: readonly Alert[],
  nowMs: number,
): Promise<FoundAlert[]> {
  const toMs = nowMs - (nowMs % QUARTER_MS);
  const fromMs = toMs - RECENT_MS;
  const recent = await recentSamples(tx, { fromMs, toMs });
  const raised = open.filter(({ kind }) => kind === 'answers-fell');
  const found: FoundAlert[] = [];
  for (const { id, ...sample } of recent) {
    const past = await pastSample(tx, id, { fromMs, toMs });
    const isRaised = raised.some(({ campaignId }) => campaignId === id);
    const fall = fallOf(sample, past, isRaised);
    if (fall) found.push(alertOf(id, fall));
  }
  return found;
}

interface Span {
  fromMs: number;
  toMs: number;
}

/** Of lists that dial, as far as they say something. */
const recentSamples = (tx: Tx, span: Span): Promise<({ id: CampaignId } & Sample)[]> =>
  tx.all<{ id: CampaignId } & Sample>(
    `SELECT campaign_id AS id, ${SAMPLE} FROM ${BUCKETS}
     WHERE bucket_ms >= :fromMs AND bucket_ms < :toMs AND campaign_id IN (
       SELECT id FROM campaigns WHERE state IN (${sqlList(DIALLING_STATES)}) AND kind = 'list'
       ORDER BY serial LIMIT ${MOST_CAMPAIGNS})
     GROUP BY campaign_id HAVING sum(buckets.answered) >= :least`,
    { ...span, least: LEAST_TRIED },
  );

async function pastSample(tx: Tx, id: CampaignId, { fromMs, toMs }: Span): Promise<Sample> {
  const past = { tried: 0, answered: 0 };
  for (let day = 1; day <= DAYS_BEFORE; day++) {
    const span = { id, fromMs: fromMs - day * DAY_MS, toMs: toMs - day * DAY_MS };
    const { tried, answered } = (await tx.get<Sample>(
      `SELECT ${SAMPLE} FROM ${BUCKETS}
       WHERE campaign_id = :id AND bucket_ms >= :fromMs AND bucket_ms < :toMs`,
      span,
    ))!;
    past.tried += tried;
    past.answered += answered;
  }
  return past;
}

const percent = (rate: number): string => `${Math.round(rate * 100)} %`;

const alertOf = (id: CampaignId, { before, now }: { before: number; now: number }): FoundAlert => ({
  kind: 'answers-fell',
  subject: `campaigns/${id}`,
  campaignId: id,
  text:
    `customers answered ${percent(now)} of the calls of the last three hours, and ${percent(before)} at these hours of the days before: ` +
    'the account’s number may be labelled as spam; look it up with the carrier, and pause the campaign until it is cleared',
});
