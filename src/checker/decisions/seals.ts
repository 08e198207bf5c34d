/** The seals of the store: what its placements were decided on when they were sealed, soon after their calls. */
import { createHash } from 'node:crypto';
import type { FileLine, HeadLine, SealLine } from './decision-lines.ts';

const FIRST = '0'.repeat(64);

interface OfCampaign {
  /** Of the placements since the last seal. */
  digests: string[];
  first: SealLine | undefined;
  last: SealLine | undefined;
}

export class Seals {
  readonly #campaigns = new Map<string, OfCampaign>();
  #head: HeadLine | undefined;

  /** What is wrong with a seal. */
  take(line: FileLine): string[] {
    if (line.type === 'decisions') this.#head = line;
    if (line.type === 'decision' || line.type === 'unselected')
      this.#of(line.campaign).digests.push(sha256(JSON.stringify(line.sealed)));
    if (line.type === 'archived') this.#of(line.campaign).digests.push(line.digest);
    return line.type === 'seal' ? this.#verify(line) : [];
  }

  /** Placements that no seal covers yet. */
  get unsealed(): number {
    return [...this.#campaigns.values()].reduce((sum, { digests }) => sum + digests.length, 0);
  }

  /** Of each campaign of a file that begins at some time: nothing in the file proves what was before. */
  get firstSeals(): SealLine[] {
    if (this.#beginsAtFirst) return [];
    return [...this.#campaigns.values()].flatMap(({ first }) => first ?? []);
  }

  /** Of each campaign of the file. */
  get lastSeals(): SealLine[] {
    return [...this.#campaigns.values()].flatMap(({ last }) => last ?? []);
  }

  /** Of all seals of the file. */
  readonly hashes = new Set<string>();

  #verify(seal: SealLine): string[] {
    this.hashes.add(seal.seal_hash);
    const of = this.#of(seal.campaign);
    const { digests, last } = of;
    of.digests = [];
    of.first ??= seal;
    of.last = seal;
    const name = `seal ${seal.seal} of campaign ${seal.campaign} (placements ${seal.from_id} to ${seal.to_id})`;
    const faults: string[] = [];
    const previous = last?.seal_hash ?? (seal.seal === 1 ? FIRST : seal.previous);
    if (seal.previous !== previous)
      faults.push(`${name} follows ${seal.previous}, but the seal before is ${previous}`);
    if (!last && seal.seal !== 1 && this.#beginsAtFirst)
      faults.push(
        `${name} is the first seal of its campaign in a file that begins with the first placement: seals are missing`,
      );
    if (last && seal.seal !== last.seal + 1)
      faults.push(`${name} comes after seal ${last.seal}: seals are missing`);
    const hash = sha256([seal.previous, ...digests].join('\n'));
    if (digests.length !== seal.placements)
      faults.push(
        `${name} covers ${seal.placements} placements, and the file has ${digests.length}: some were removed or added after they were sealed`,
      );
    else if (hash !== seal.seal_hash)
      faults.push(
        `${name} is ${seal.seal_hash}, and its placements give ${hash}: one of them was changed after it was sealed`,
      );
    return faults;
  }

  get #beginsAtFirst(): boolean {
    return this.#head?.from === null;
  }

  #of(campaign: string): OfCampaign {
    let of = this.#campaigns.get(campaign);
    if (!of)
      this.#campaigns.set(campaign, (of = { digests: [], first: undefined, last: undefined }));
    return of;
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
