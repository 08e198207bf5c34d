import { placementId, type PlacementKey } from '../domain/ids.ts';

/** A call has 7 documented events; what goes far beyond that is a flood and not a story. */
const SEQS_PER_PLACEMENT = 64;
const PLACEMENTS_REMEMBERED = 20_000;

export type SeqVerdict =
  /** Durable already: a repeat costs no write. */
  | 'kept'
  /** May be written. */
  | 'fits'
  /** The placement's budget is spent: it is worth a poke and no more. */
  | 'spent';

/** What one callback URL may write. Whoever has seen the URL can call it as often as they like. */
export class SeqBudget {
  /** In order of last use, so that the oldest is forgotten first. */
  readonly #placements = new Map<string, Map<number, 'reserved' | 'kept'>>();

  reserve(key: PlacementKey, seq: number): SeqVerdict {
    const seqs = this.#seqs(key);
    const known = seqs.get(seq);
    if (known === 'kept') return 'kept';
    if (known === undefined && seqs.size >= SEQS_PER_PLACEMENT) return 'spent';
    seqs.set(seq, 'reserved');
    return 'fits';
  }

  keep(key: PlacementKey, seq: number): void {
    this.#seqs(key).set(seq, 'kept');
  }

  /** Nothing was written after all. */
  release(key: PlacementKey, seq: number): void {
    const seqs = this.#seqs(key);
    if (seqs.get(seq) === 'reserved') seqs.delete(seq);
  }

  #seqs(key: PlacementKey): Map<number, 'reserved' | 'kept'> {
    const id = placementId(key);
    const seqs = this.#placements.get(id) ?? new Map<number, 'reserved' | 'kept'>();
    this.#placements.delete(id);
    this.#placements.set(id, seqs);
    if (this.#placements.size > PLACEMENTS_REMEMBERED) {
      this.#placements.delete(this.#placements.keys().next().value!);
    }
    return seqs;
  }
}
