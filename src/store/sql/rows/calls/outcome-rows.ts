import type { CallRef, CallbackId } from '../../../../domain/ids.ts';
import type { OutcomeCode, OutcomeEffect } from '../../../../domain/outcomes/outcome.ts';
import type { OutcomeGroup } from '../../../../domain/outcomes/outcome-groups.ts';
import type { Outcome, StoredOutcomeCode } from '../../../outcomes/outcome-store.ts';
import type { Tx } from '../../engine/tx.ts';

interface CodeRow {
  id: string;
  /** JSON. */
  settings: string;
  deletedAtMs: number | null;
}

const CODES = 'SELECT id, settings, deleted_at_ms FROM outcome_codes';

const toCode = ({ id, settings, deletedAtMs }: CodeRow): StoredOutcomeCode => ({
  id,
  ...(JSON.parse(settings) as Omit<OutcomeCode, 'id'>),
  deletedAtMs,
});

export const codeRows = async (tx: Tx): Promise<StoredOutcomeCode[]> =>
  (await tx.all<CodeRow>(`${CODES} ORDER BY id`)).map(toCode);

/** Also a deleted one. */
export async function codeRow(tx: Tx, id: string): Promise<StoredOutcomeCode | null> {
  const row = await tx.get<CodeRow>(`${CODES} WHERE id = :id`, { id });
  return row ? toCode(row) : null;
}

interface OutcomeRow {
  ref: CallRef;
  code: string;
  codeGroup: OutcomeGroup;
  note: string | null;
  data: string | null;
  callbackId: CallbackId | null;
  /** JSON. */
  done: string;
  version: number;
  firstAtMs: number;
  atMs: number;
  who: string;
}

export async function outcomeRow(tx: Tx, ref: CallRef): Promise<Outcome | null> {
  const row = await tx.get<OutcomeRow>(
    `SELECT ref, code, code_group, note, data, callback_id, done, version, first_at_ms, at_ms, who
     FROM outcomes WHERE ref = :ref`,
    { ref },
  );
  if (!row) return null;
  const { codeGroup: group, data, done, ...same } = row;
  return {
    ...same,
    group,
    data: data === null ? null : (JSON.parse(data) as unknown),
    effects: JSON.parse(done) as OutcomeEffect[],
  };
}
