/** What a seal covers, and its hashes. The checker computes them again, without this code. */
import { createHash } from 'node:crypto';
import type { DecisionRecord } from '../../../../domain/decisions/decision-record.ts';
import type { SealedPlacement } from '../../../decision-store.ts';
import type { PlacementRow } from '../../rows/placement-rows.ts';

export type SealedRow = Pick<
  PlacementRow,
  'id' | 'ref' | 'placement' | 'intentAtMs' | 'zoneRules' | 'decision'
>;

/** The outcome is not part of it, because it becomes known later. */
export const sealedPlacement = (row: SealedRow): SealedPlacement => ({
  id: row.id,
  ref: row.ref,
  placement: row.placement,
  intent_at: new Date(row.intentAtMs).toISOString(),
  zone_data: row.zoneRules,
  decision: row.decision === null ? null : (JSON.parse(row.decision) as DecisionRecord),
});

export const digestOf = (row: SealedRow): string => sha256(JSON.stringify(sealedPlacement(row)));

export const hashOfSeal = (previous: string, digests: readonly string[]): string =>
  sha256([previous, ...digests].join('\n'));

export const NO_SEAL_BEFORE = '0'.repeat(64);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
