/**
 * Calls as lines of an archive: what an erasure leaves of a call, with keyed hashes of number and row key. So an archive
 * needs no change when a person is erased (decision 73).
 */
import { ERASED, scrubbed, scrubbedJson } from '../../../../domain/privacy/erasure.ts';
import { iso, isoOrNull } from '../../../../domain/decisions/instants.ts';
import type { CallRef } from '../../../../domain/ids.ts';
import type { ArchivedCall } from '../../../privacy/archive-store.ts';
import { hashOf, type Hash } from '../../engine/keyed-hash.ts';
import type { Tx } from '../../engine/tx.ts';
import { callLine } from '../../rows/calls/exported-call.ts';
import type { PlacementRow } from '../../rows/placement-rows.ts';
import type { FinishedCall } from '../../steps/privacy/finished-calls.ts';
import type { CostChange } from '../../steps/calls/settlement.ts';
import { sealedPlacement } from '../decisions/sealed-placement.ts';

interface Of {
  ref: CallRef;
}

interface EventRow extends Of {
  placement: number;
  seq: number | null;
  name: string;
  occurredAt: string | null;
  carrierCallId: string | null;
  receivedAtMs: number;
}

interface EntryRow extends Of {
  atMs: number;
  kind: string;
  text: string;
  placement: number | null;
}

interface OutcomeRow extends Of {
  code: string;
  codeGroup: string;
  version: number;
  atMs: number;
  who: string;
}

interface DialRow extends Of {
  atMs: number;
  countedAtMs: number;
}

/** In the order of the calls. */
export async function archivedLines(
  tx: Tx,
  calls: readonly FinishedCall[],
): Promise<ArchivedCall[]> {
  const hash = await hashOf(tx);
  const refs = JSON.stringify(calls.map(({ ref }) => ref));
  const rowsOf = async <Row extends Of>(sql: string) => {
    const rows = await tx.all<Row>(
      sql.replace(':refs', `(SELECT value FROM ${tx.sql.texts(':refs')})`),
      {
        refs,
      },
    );
    return Map.groupBy(rows, ({ ref }) => ref);
  };
  const placements = await rowsOf<PlacementRow>(
    'SELECT * FROM placements WHERE ref IN :refs ORDER BY placement',
  );
  const events = await rowsOf<EventRow>(
    `SELECT ref, placement, seq, name, occurred_at, carrier_call_id, received_at_ms
     FROM inbox WHERE ref IN :refs ORDER BY id`,
  );
  const timeline = await rowsOf<EntryRow>(
    'SELECT ref, at_ms, kind, text, placement FROM timeline WHERE ref IN :refs ORDER BY id',
  );
  const dials = await rowsOf<DialRow>(
    'SELECT ref, at_ms, counted_at_ms FROM dials WHERE ref IN :refs',
  );
  const outcomes = await rowsOf<OutcomeRow>(
    'SELECT ref, code, code_group, version, at_ms, who FROM outcomes WHERE ref IN :refs',
  );
  return calls.map((call) => {
    const { id, ref } = call;
    const person = personOf(call);
    const line = {
      ...callFields(call, hash),
      dial: dialOf(dials.get(ref)?.[0]),
      outcome: saidOf(outcomes.get(ref)?.[0]),
      placements: (placements.get(ref) ?? []).map((row) => placementOf(row, person)),
      events: (events.get(ref) ?? []).map(eventOf),
      timeline: (timeline.get(ref) ?? []).map((entry) => entryOf(entry, person)),
    };
    return { id, ref, line: JSON.stringify(line) };
  });
}

type Person = ReturnType<typeof personOf>;

const personOf = ({ number, contactNumber, contactName, contactRowKey }: FinishedCall) => ({
  numbers: [...new Set([number, contactNumber])].filter((each) => each !== ERASED),
  others: [contactName, contactRowKey].filter((text) => text !== null),
});

const orErased = (text: string | null, hash: Hash): string | null =>
  text === null || text === ERASED ? null : hash(text);

function callFields(call: FinishedCall, hash: Hash) {
  const line = callLine(call);
  return {
    ...line,
    number: orErased(call.number, hash),
    row_key: orErased(call.contactRowKey, hash),
    reason: call.reason && scrubbed(call.reason, personOf(call)),
    created_at: iso(call.createdAtMs),
    placed_at: isoOrNull(call.placedAtMs),
    ended_at: isoOrNull(call.endedAtMs),
    costs: (JSON.parse(call.costs) as CostChange[]).map(({ at_ms: atMs, cost }) => ({
      at: iso(atMs),
      cost,
    })),
  };
}

/** Note and data are left out: they may hold anything. */
const saidOf = (row: OutcomeRow | undefined) =>
  row === undefined
    ? null
    : {
        code: row.code,
        group: row.codeGroup,
        version: row.version,
        at: iso(row.atMs),
        who: row.who,
      };

const dialOf = (row: DialRow | undefined) =>
  row === undefined ? null : { at: iso(row.atMs), counted_at: iso(row.countedAtMs) };

/** Details are left out: they may quote anything. */
const placementOf = (row: PlacementRow, person: Person) => ({
  sealed: sealedPlacement(row),
  state: row.state,
  outcome_at: isoOrNull(row.outcomeAtMs),
  status: row.status,
  code: row.code,
  carrier_call_id: row.carrierCallId,
  why: row.why && scrubbed(row.why, person),
  verdict: row.verdict && scrubbedJson(JSON.parse(row.verdict), person),
});

const eventOf = ({ receivedAtMs, occurredAt, carrierCallId, ...event }: EventRow) => ({
  placement: event.placement,
  seq: event.seq,
  name: event.name,
  occurred_at: occurredAt,
  received_at: iso(receivedAtMs),
  carrier_call_id: carrierCallId,
});

const entryOf = ({ atMs, kind, text, placement }: EntryRow, person: Person) => ({
  at: iso(atMs),
  kind,
  text: scrubbed(text, person),
  placement,
});
