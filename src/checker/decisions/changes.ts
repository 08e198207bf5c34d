/** What was in force for a placement, by the order of ids and not by clocks. */
import type { AfterPlacement } from './decision-lines.ts';

export class Changes<Line extends AfterPlacement> {
  readonly lines: Line[] = [];

  /** The last change before the placement with this id; undefined: there was none. */
  before(id: number): Line | undefined {
    return this.lines.findLast(({ last_placement: last }) => last < id);
  }
}

export class ChangesOfCampaigns<Line extends AfterPlacement & { campaign: string }> {
  readonly #campaigns = new Map<string, Changes<Line>>();

  take(line: Line): void {
    this.of(line.campaign).lines.push(line);
  }

  of(campaign: string): Changes<Line> {
    let changes = this.#campaigns.get(campaign);
    if (!changes) this.#campaigns.set(campaign, (changes = new Changes<Line>()));
    return changes;
  }
}
