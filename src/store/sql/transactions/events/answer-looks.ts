/** The look at answers by area and network, once an hour: alerts where fewer customers answer, and the best hours of areas. */
import { fallenPlaces } from '../../../../domain/statistics/answer-falls.ts';
import {
  ANSWER_GROUPS,
  ANSWERS_SPAN_MS,
  answersByPlace,
  type AnswerGroup,
} from '../../../../domain/statistics/answers-by-place.ts';
import { bestHoursAhead, type BestHour } from '../../../../domain/statistics/best-hours.ts';
import { HOUR_MS } from '../../../../domain/statistics/time-buckets.ts';
import type { StatisticsStore } from '../../../statistics/statistics-store.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { clearAlert, openAlerts, raiseAlert } from '../../steps/events/alerts.ts';
import { answersByHour } from '../calls/statistics.ts';

const KIND = 'place-answers-fell';

export function answerLookStore(db: Database): Pick<StatisticsStore, 'lookAtAnswers'> {
  return {
    async lookAtAnswers(nowMs) {
      const { seenMs } = (await db.get<{ seenMs: number | null }>(
        'SELECT answers_looked_at_ms AS seen_ms FROM account',
      ))!;
      // A clock that was set back does not keep it from looking.
      if (seenMs !== null && Math.abs(nowMs - seenMs) < HOUR_MS) return false;
      // Read before the transaction, because it takes longer than others should wait.
      const found = {
        area: await answersNow(db, 'area', nowMs),
        prefix: await answersNow(db, 'prefix', nowMs),
      };
      const { samples, answers } = found.area;
      const bestHours = bestHoursAhead(samples, answers, nowMs);
      return db.write(async (tx) => {
        const isFirst = await tx.run(
          'UPDATE account SET answers_looked_at_ms = :nowMs WHERE answers_looked_at_ms IS NOT DISTINCT FROM CAST(:seenMs AS BIGINT)',
          { nowMs, seenMs },
        );
        if (isFirst === 0) return false;
        await alertOfFalls(
          tx,
          (isRaised) =>
            ANSWER_GROUPS.flatMap((by) => fallenPlaces(found[by].answers, by, isRaised)),
          nowMs,
        );
        await replaceBestHours(tx, bestHours);
        return true;
      });
    },
  };
}

async function answersNow(db: Database, by: AnswerGroup, toMs: number) {
  const fromMs = toMs - ANSWERS_SPAN_MS;
  const samples = await answersByHour(db, { by, fromMs, toMs });
  const before = await answersByHour(db, { by, fromMs: fromMs - ANSWERS_SPAN_MS, toMs: fromMs });
  return { samples, answers: answersByPlace({ recent: samples, before }, by) };
}

async function alertOfFalls(
  tx: Tx,
  fallen: (isRaised: (subject: string) => boolean) => ReturnType<typeof fallenPlaces>,
  nowMs: number,
): Promise<void> {
  const open = (await openAlerts(tx)).filter(({ kind }) => kind === KIND);
  const raised = new Set(open.map(({ subject }) => subject));
  const wanted = fallen((subject) => raised.has(subject));
  for (const subject of raised)
    if (!wanted.some((one) => one.subject === subject)) await clearAlert(tx, KIND, subject);
  // One that stands keeps its text.
  for (const place of wanted)
    await raiseAlert(tx, { kind: KIND, campaignId: null, raisedAtMs: nowMs, ...place });
}

async function replaceBestHours(tx: Tx, hours: readonly BestHour[]): Promise<void> {
  tx.send('DELETE FROM best_hours');
  tx.send(
    `INSERT INTO best_hours (hour_ms, rank, area_key)
     SELECT CAST(value ->> 'hourMs' AS BIGINT), CAST(value ->> 'rank' AS BIGINT), value ->> 'areaKey'
     FROM ${tx.sql.objects(':hours')}`,
    { hours: rowsAsJson(hours) },
  );
}
