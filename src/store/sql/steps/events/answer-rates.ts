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
  const pasts =
    recent.length === 0
      ? new Map<CampaignId, Sample>()
      : await pastSamples(tx, recent, { fromMs, toMs });
  return recent.flatMap(({ id, ...sample }) => {
    const isRaised = raised.some(({ campaignId }) => campaignId === id);
    const fall = fallOf(sample, pasts.get(id) ?? { tried: 0, answered: 0 }, isRaised);
    return fall ? [alertOf(id, fall)] : [];
  });
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

/** Of all these campaigns in one statement, because alerts are looked at every few seconds. */
async function pastSamples(
  tx: Tx,
  campaigns: readonly { id: CampaignId }[],
  { fromMs, toMs }: Span,
): Promise<Map<CampaignId, Sample>> {
  const quarters: number[] = [];
  for (let day = 1; day <= DAYS_BEFORE; day++)
    for (let atMs = fromMs; atMs < toMs; atMs += QUARTER_MS) quarters.push(atMs - day * DAY_MS);
  const past = await tx.all<{ id: CampaignId } & Sample>(
    `SELECT campaign_id AS id, ${SAMPLE} FROM ${BUCKETS}
     WHERE campaign_id IN (SELECT value FROM ${tx.sql.texts(':ids')})
       AND bucket_ms IN (SELECT CAST(value AS BIGINT) FROM ${tx.sql.texts(':quarters')})
     GROUP BY campaign_id`,
    { ids: JSON.stringify(campaigns.map(({ id }) => id)), quarters: JSON.stringify(quarters) },
  );
  return new Map(past.map(({ id, ...sample }) => [id, sample]));
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
