/**
 * A store that is older than what has happened: it was restored from a copy, or a fail-over lost its last changes. What it
 * does not know would be dialled again, so the account is stopped until a person releases it.
 */

/** How much this database has seen. It only grows, so a lower one than before is that of a copy. */
export interface HighWater {
  /** Counts the releases of restored databases. What came before a release is not compared any more. */
  epoch: number;
  /** Id of the last placement; 0: there is none. */
  placement: number;
}

export const isBehind = (own: HighWater, known: HighWater): boolean =>
  own.epoch < known.epoch || (own.epoch === known.epoch && own.placement < known.placement);

/** What showed it. */
export const RESTORE_SIGNS = ['high-water-mark', 'workflow', 'webhook'] as const;

export interface RestoreSign {
  kind: (typeof RESTORE_SIGNS)[number];
  /** For people: a clause that follows "the database is older than what has happened". */
  text: string;
  /** Placements that it had reached before and does not have; null: nobody knows. */
  missing: number | null;
}

export const markSign = (own: HighWater, known: HighWater): RestoreSign => ({
  kind: 'high-water-mark',
  missing: own.epoch === known.epoch ? known.placement - own.placement : null,
  text:
    `beside the recordings it is noted that it had reached placement ${known.placement} (epoch ${known.epoch}), and it has ` +
    `only ${own.placement} (epoch ${own.epoch})`,
});

export const workflowSign = (ref: string): RestoreSign => ({
  kind: 'workflow',
  missing: null,
  text: `Temporal has a run of call ${ref} that placed it, and the database does not know of that`,
});

export const webhookSign = ({
  ref,
  placement,
}: {
  ref: string;
  placement: number;
}): RestoreSign => ({
  kind: 'webhook',
  missing: null,
  text: `the carrier sent a webhook of call ${ref}, placement ${placement}, which the database does not know`,
});

/** Of the account's stop: shown wherever something asks why nothing is dialled. */
export const restoreReason = (sign: Pick<RestoreSign, 'text'>): string =>
  `the database is older than what has happened (${sign.text}), so people could be rung twice: see \`dialwright restore\``;

/** What a history shows of the placements of one call. */
export interface SeenPlacements {
  /** Placements up to this one were made, whatever their outcome. */
  made: number;
  /** The placement whose POST was accepted, or may have been. Undefined: nothing of the call can be with the carrier. */
  open?: { placement: number; carrierCallId: string | null } | undefined;
}

/** What the store knows of the same call; undefined: it does not know the call. */
export interface KnownPlacements {
  made: number;
  /** The POST of one of them was accepted, or may have been. */
  isOpen: boolean;
  /** It is open without the carrier's id, and nobody has said what became of it. */
  isUnanswered: boolean;
}

/** Whether a history may show what the store has forgotten: a placement, or the answer to one. */
export const mayHaveForgotten = (known: KnownPlacements | undefined): boolean =>
  known === undefined || !known.isOpen || known.isUnanswered;

/**
 * Whether the store has forgotten a placement, or the carrier's answer to its own: an activity writes the store before its
 * result is in a history. While one of its own is answered, no other is made.
 */
export function hasForgotten(known: KnownPlacements | undefined, seen: SeenPlacements): boolean {
  if (known === undefined) return seen.made > 0;
  if (!known.isOpen) return known.made < seen.made;
  return known.isUnanswered && (seen.open?.carrierCallId ?? null) !== null;
}
