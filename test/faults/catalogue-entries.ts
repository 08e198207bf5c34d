/** What an entry of the catalogue is, and how the usual ones are made. */
import type { Chance } from './chance.ts';
import type { Action, Engine, LinkName, Moment, Phase, ProcessName, Trouble } from './faults.ts';

export interface Entry {
  weight: number;
  cell: string;
  name: string;
  /** Drawn only where the carrier calls back. */
  needsWebhooks?: boolean;
  /** Drawn only where this is the store's engine. */
  engine?: Engine;
  checks?: string[];
  /** Its bound shows only at a slow pace, so a schedule of it alone is slow. */
  slow?: boolean;
  draw: (chance: Chance) => { moment: Moment } & Action;
}

/** Every schedule has so many contacts, and each some webhooks. */
export const LATEST_POST = 12;
const LATEST_WEBHOOK = 40;
const LONGEST_AFTER_MS = 600;

export const atPost =
  (phase: Phase) =>
  (chance: Chance): Moment => ({ on: 'post', nth: chance.whole(1, LATEST_POST), phase });
export const atWebhook =
  (phase: Phase) =>
  (chance: Chance): Moment => ({ on: 'webhook', nth: chance.whole(1, LATEST_WEBHOOK), phase });
export const anyTime = (chance: Chance): Moment => {
  const [nth, afterMs] = [chance.whole(1, LATEST_POST), chance.whole(0, LONGEST_AFTER_MS)];
  return { on: 'post', nth, phase: 'reached', afterMs };
};

export function kill(
  cell: string,
  who: ProcessName[],
  when: {
    moment: (chance: Chance) => Moment;
    held?: 'lost' | 'delivered';
    weight: number;
    name: string;
  },
): Entry {
  const { moment, held, weight, name } = when;
  return {
    weight,
    cell,
    name,
    ...(name.includes('webhook') ? { needsWebhooks: true } : {}),
    draw: (chance) => ({
      moment: moment(chance),
      do: 'kill',
      who,
      downMs: chance.whole(0, 1_500),
      ...(held ? { held } : {}),
    }),
  };
}

export function link(
  cell: string,
  where: LinkName,
  what: {
    trouble: Trouble;
    weight: number;
    name: string;
    leastMs?: number;
    longestMs?: number;
    ratio?: number;
  },
): Entry {
  const { trouble, weight, name, leastMs = 800, longestMs = 2_000, ratio = 0.5 } = what;
  return {
    weight,
    cell,
    name,
    ...(where === 'webhooks' ? { needsWebhooks: true } : {}),
    draw: (chance) => ({
      moment: anyTime(chance),
      do: 'link',
      link: where,
      trouble,
      forMs: chance.whole(leastMs, longestMs),
      ratio,
    }),
  };
}

export function freeze(cell: string, who: ProcessName, name: string, longestMs: number): Entry {
  return {
    weight: 2,
    cell,
    name,
    draw: (chance) => ({
      moment: who === 'worker' && chance.happens(0.5) ? atPost('reached')(chance) : anyTime(chance),
      do: 'freeze',
      who,
      forMs: chance.whole(500, longestMs),
    }),
  };
}
