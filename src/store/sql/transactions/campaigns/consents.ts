import {
  CONSENTS_PER_BATCH,
  MOST_CONSENTS,
  type ConsentReport,
  type ConsentStore,
  type NewConsent,
  type RecordedConsent,
} from '../../../campaigns/consent-store.ts';
import { StoreRefusal, type IdempotencyKey } from '../../../requests.ts';
import { onceInSteps } from '../../engine/idempotency.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeAudit } from '../../rows/audit.ts';
import { nextListVersion } from '../../steps/campaigns/suppressing.ts';
import { erasedAmong } from '../../steps/privacy/erased-numbers.ts';

export function consentStore(db: Database): ConsentStore {
  return {
    async recordConsents({ consents, nowMs }, key) {
      // By the steps that are done: a step that is rolled back may run again.
      const after: number[] = [];
      return onceInSteps(db, { key, nowMs }, async (tx, done) => {
        const from = done * CONSENTS_PER_BATCH;
        const batch = consents.slice(from, from + CONSENTS_PER_BATCH);
        const recorded = (after[done - 1] ?? 0) + (await addConsents(tx, batch, nowMs));
        after[done] = recorded;
        if (from + batch.length < consents.length) return undefined;
        const report = { recorded, known: consents.length - recorded };
        await audit(tx, { consents, report, nowMs }, key);
        return report;
      });
    },

    async consentsOf(number) {
      return db.all<RecordedConsent>(
        `SELECT kind, purpose, at_ms, expires_at_ms, source, text_version, proof, version, recorded_at_ms
         FROM consents WHERE number = :number ORDER BY at_ms DESC, version DESC, place DESC`,
        { number },
      );
    },
  };
}

const IS_SAME = `known.number = value ->> 'number' AND known.kind = value ->> 'kind'
  AND known.at_ms = CAST(value ->> 'atMs' AS BIGINT) AND coalesce(known.purpose, '') = coalesce(value ->> 'purpose', '')
  AND coalesce(known.expires_at_ms, -1) = coalesce(CAST(value ->> 'expiresAtMs' AS BIGINT), -1)`;

/** Within a transaction that has the database for itself. @returns how many are new */
async function addConsents(tx: Tx, batch: readonly NewConsent[], nowMs: number): Promise<number> {
  if (batch.length === 0) return 0;
  const erased = await erasedAmong(
    tx,
    batch.map(({ number }) => number),
  );
  const rows = distinct(batch).map((consent, index) => {
    const hash = erased.get(consent.number);
    const kept = hash === undefined ? consent : { ...consent, ...WITHOUT_ORIGIN, number: hash };
    return { ...kept, place: index + 1 };
  });
  const added = await tx.run(
    `INSERT INTO consents (number, version, place, kind, purpose, at_ms, expires_at_ms, source, text_version, proof, recorded_at_ms)
     SELECT value ->> 'number', :version, CAST(value ->> 'place' AS BIGINT), value ->> 'kind', value ->> 'purpose',
            CAST(value ->> 'atMs' AS BIGINT), CAST(value ->> 'expiresAtMs' AS BIGINT), value ->> 'source',
            value ->> 'textVersion', value ->> 'proof', :nowMs
     FROM ${tx.sql.objects(':rows')}
     WHERE NOT EXISTS (SELECT 1 FROM consents AS known WHERE ${IS_SAME})`,
    { rows: rowsAsJson(rows), version: await nextListVersion(tx), nowMs },
  );
  await mustNotBeTooMany(
    tx,
    rows.map(({ number }) => number),
  );
  return added;
}

const WITHOUT_ORIGIN = { source: null, textVersion: null, proof: null };

function distinct(batch: readonly NewConsent[]): NewConsent[] {
  const keyed = batch.map((each) => {
    const { number, kind, purpose, atMs, expiresAtMs } = each;
    return [JSON.stringify([number, kind, purpose, atMs, expiresAtMs]), each] as const;
  });
  return [...new Map(keyed).values()];
}

/** All events of a number are read before each of its calls. */
async function mustNotBeTooMany(tx: Tx, numbers: readonly string[]): Promise<void> {
  const most = await tx.get<{ number: string }>(
    `SELECT number FROM consents WHERE number IN (SELECT value FROM ${tx.sql.texts(':numbers')})
     GROUP BY number HAVING count(*) > ${MOST_CONSENTS}`,
    { numbers: rowsAsJson([...new Set(numbers)]) },
  );
  if (!most) return;
  throw new StoreRefusal(
    'too-many-consents',
    `a number has at most ${MOST_CONSENTS} events of consent: put it on a suppression list, or record less`,
    { number: most.number },
  );
}

async function audit(
  tx: Tx,
  {
    consents,
    report,
    nowMs,
  }: { consents: readonly NewConsent[]; report: ConsentReport; nowMs: number },
  by: IdempotencyKey | undefined,
): Promise<void> {
  const [only] = consents.length === 1 ? consents : [];
  const isErased = only && (await erasedAmong(tx, [only.number])).has(only.number);
  const shown =
    only && !isErased ? { number: only.number, kind: only.kind, purpose: only.purpose } : {};
  const after = { ...report, ...shown };
  await writeAudit(tx, { by, what: 'consents.recorded', target: 'consents', after, nowMs });
}
