/** From a seed to a schedule: what is dialled, and what goes wrong, when. Pure. */
import type { Entry } from './catalogue-entries.ts';
import { CATALOGUE } from './catalogue.ts';
import { VARIANTS, type Variant } from './carrier-variants.ts';
import { chanceOf, type Chance } from './chance.ts';
import { OF_POSTGRES } from './postgres-catalogue.ts';
import type { Engine, Fault, Load, Schedule } from './faults.ts';

const LEAST_TIMED = 4;
const MOST_TIMED = 6;
const MOST_VARIANTS = 2;
const WITHOUT_WEBHOOKS = 0.15;

/** A fault of a chosen cell is drawn so many times as often as otherwise. */
const CHOSEN = 5;

/**
 * On Postgres, one fault more strikes it than on SQLite.
 * @param cells of the fault matrix, to be drawn more often than others
 */
export function drawSchedule(
  seed: string,
  index: number,
  { engine = 'sqlite', cells = [] }: { engine?: Engine; cells?: readonly string[] } = {},
): Schedule {
  const chance = chanceOf(seed, index);
  const webhooks = !chance.happens(WITHOUT_WEBHOOKS);
  const variants = drawVariants(chance, { webhooks, cells });
  const fits = ({ needsWebhooks, engine: only = engine }: Entry) =>
    (webhooks || !needsWebhooks) && only === engine;
  const entries = weighed(CATALOGUE.filter(fits), cells);
  const timed = Array.from({ length: chance.whole(LEAST_TIMED, MOST_TIMED) }, (): Fault => {
    return timedFault(chance.weighted(entries), chance);
  });
  const load = drawLoad(chance);
  const more = OF_POSTGRES.filter(fits);
  const last = more.length > 0 ? [timedFault(chance.weighted(more), chance)] : [];
  const faults = [...variants, ...timed, ...last];
  return { seed, index, engine, timeFactor: 200, webhooks, load, faults };
}

/** Of the fault matrix, those that faults are drawn from. */
export const CELLS = [...new Set([...CATALOGUE, ...VARIANTS].map(({ cell }) => cell))];

const weighed = <One extends Entry | Variant>(list: One[], cells: readonly string[]): One[] =>
  list.map((one) => (cells.includes(one.cell) ? { ...one, weight: one.weight * CHOSEN } : one));

/** All whose names contain the text. */
export const faultsNamed = (text: string, engine: Engine): (Entry | Variant)[] =>
  [...CATALOGUE.filter(({ engine: only = engine }) => only === engine), ...VARIANTS].filter(
    ({ name }) => name.includes(text),
  );

/** A schedule with this fault alone. */
export function scheduleOf(
  one: Entry | Variant,
  { seed, index, engine }: Pick<Schedule, 'seed' | 'index'> & { engine: Engine },
): Schedule {
  const chance = chanceOf(seed, index);
  const fault = 'draw' in one ? timedFault(one, chance) : variantFault(one, chance);
  const load = drawLoad(chance);
  return { seed, index, engine, timeFactor: 200, webhooks: true, load, faults: [fault] };
}

function timedFault({ cell, name, checks, draw }: Entry, chance: Chance): Fault {
  return { cell, name, ...(checks ? { checks } : {}), ...draw(chance) };
}

function variantFault({ cell, name, checks, flags, profile }: Variant, chance: Chance): Fault {
  const moment = { on: 'clock', ms: 0 } as const;
  const more = { ...(profile ? { profile } : {}), ...(checks ? { checks } : {}) };
  return { cell, name, moment, do: 'carrier', flags: flags(chance), ...more };
}

function drawVariants(
  chance: Chance,
  { webhooks, cells }: { webhooks: boolean; cells: readonly string[] },
): Fault[] {
  const drawn = new Map<string, Fault>();
  const fits = ({ needsWebhooks }: Variant) => webhooks || !needsWebhooks;
  const fitting = weighed(VARIANTS.filter(fits), cells);
  for (let left = chance.whole(0, MOST_VARIANTS); left > 0; left--) {
    const variant = chance.weighted(fitting);
    drawn.set(variant.cell, variantFault(variant, chance));
  }
  return [...drawn.values()];
}

function drawLoad(chance: Chance): Load {
  const campaigns = chance.happens(0.3) ? 2 : 1;
  const contacts = Math.round(chance.whole(14, 32) / campaigns);
  return {
    campaigns,
    contacts,
    sharedNumbers: campaigns === 1 ? 0 : chance.whole(0, Math.floor(contacts / 3)),
    agents: chance.whole(4, 10),
  };
}
