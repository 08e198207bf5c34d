/** A small situation that the product must be right in: a schedule of faults, and what nobody but a person or an intruder does. */
import type { Fault, Load } from '../faults/faults.ts';
import type { LedgerLine } from '../faults/verdict.ts';
import type { World } from '../faults/world.ts';

export interface Scenario {
  name: string;
  says: string;
  timeFactor: number;
  webhooks: boolean;
  load: Load;
  /** Flags of the simulated carrier. */
  carrier: string[];
  /** Those with a moment. */
  faults: Fault[];
  /** Beside the faults, from the first POST on: how often it had something to do. */
  act?: (world: World) => Promise<number>;
  /** How long webhooks are waited for after everything is at rest. */
  tailMs?: number;
  /** What may be found at rest, because the scenario itself does it. */
  excused?: RegExp;
  /** Whether the ledger shows that the situation was really reached. */
  reached: (ledger: LedgerLine[]) => boolean;
}

/**
 * Left to the seed only where a scenario asks for it. Every bridged call has its recording, because one that is
 * not there is looked up for six of the carrier's hours.
 */
export const QUIET = [
  '--recorded=1',
  '--late-webhooks=0',
  '--duplicate-webhooks=0',
  '--finalized-first=0',
  '--lost-recording-webhooks=0',
];

export const SMALL: Load = { campaigns: 1, contacts: 12, sharedNumbers: 0, agents: 4 };

export const isFact =
  (fact: string, holds: (line: LedgerLine) => boolean = () => true) =>
  (line: LedgerLine): boolean =>
    line['fact'] === fact && holds(line);

/** At least so many lines of the ledger hold. */
export const atLeast =
  (count: number, holds: (line: LedgerLine) => boolean) =>
  (ledger: LedgerLine[]): boolean =>
    ledger.filter(holds).length >= count;
