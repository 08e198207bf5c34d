/** The state and services that all parts of the simulated carrier share. */
import type { CarrierState } from './state/carrier-state.ts';
import type { Clock } from './clock.ts';
import type { Directory } from './state/directory.ts';
import type { FactBody, Stamped } from './state/facts.ts';
import { LedgerClosedError } from './state/ledger.ts';
import type { SimulatorOptions } from './options.ts';
import { drawFor, type Draw } from './seeded.ts';

export interface World {
  /** Replaced as a whole when options change. */
  options: SimulatorOptions;
  readonly clock: Clock;
  readonly carrierState: CarrierState;
  readonly directory: Directory;
  url: string;
  storageUrl: string;
  /** Counts requests of one kind in this run. The answer includes this one. */
  readonly countAsked: (what: string) => number;
  /** Resolves when the fact is on the disk and `carrierState` contains it. */
  readonly note: <Body extends FactBody>(body: Body) => Promise<Stamped<Body>>;
  /** Runs work that no request waits for. Errors caused by the shutdown are ignored; any other ends the process. */
  readonly background: (work: Promise<unknown>) => void;
}

export function drawOf(world: World, subject: { destination: string; nth: number }): Draw {
  return drawFor({ seed: world.options.seed, ...subject });
}

/** The time since the first start on this ledger, in the carrier's time. */
export function elapsedMs({ carrierState, clock }: World): number {
  return clock.carrierMs(Date.now() - (carrierState.firstStartMs ?? Date.now()));
}

export async function endingQuietly(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof LedgerClosedError)) throw error;
  }
}
