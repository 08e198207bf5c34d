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
/** Bounds of some seconds show only where the carrier's time is not compressed so much. */
const SLOW = 0.2;
const PACE = { quick: 200, slow: 10 };
/** Fewer, so that few of them strike while a bound is measured. */
const MOST_TIMED_SLOW = 3;
/** At this pace they would not be what their names say, or last for minutes. */
const QUICK_ONLY = /longer than webhooks are retried|longer than an unknown call/;

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
  const slow = chance.happens(SLOW);
  const webhooks = slow || !chance.happens(WITHOUT_WEBHOOKS);
  const variants = drawVariants(chance, { webhooks, slow, cells });
  const fits = ({ needsWebhooks, engine: only = engine, name }: Entry) =>
    (webhooks || !needsWebhooks) && only === engine && !(slow && QUICK_ONLY.test(name));
  const fitting = CATALOGUE.filter(fits);
  const entries = weighed(slow ? [...fitting, ...repeated(fitting)] : fitting, cells);
  const length = slow ? chance.whole(2, MOST_TIMED_SLOW) : chance.whole(LEAST_TIMED, MOST_TIMED);
  const drawn = Array.from({ length }, (): Fault => {
    return timedFault(chance.weighted(entries), chance);
  });
  const load = drawLoad(chance, slow);
  const more = OF_POSTGRES.filter(fits);
  const last = more.length > 0 ? [timedFault(chance.weighted(more), chance)] : [];
  const timed = withoutBlindForgery([...variants, ...drawn, ...last], drawn, () => {
    return timedFault(chance.weighted(entries), chance);
  });
  const faults = [...variants, ...timed, ...last];
  return { seed, index, engine, timeFactor: paceOf(slow), webhooks, load, faults };
}

/**
 * An end that GET cannot confirm for minutes is believed (docs/reliability.md, known limits), so nobody forges ends where
 * the carrier cannot be asked: those faults are drawn anew.
 */
function withoutBlindForgery(all: Fault[], timed: Fault[], draw: () => Fault): Fault[] {
  if (!all.some(blindsGet)) return timed;
  return timed.map((fault) => {
    let drawn = fault;
    while (forgesEnds(drawn)) drawn = draw();
    return drawn;
  });
}

const forgesEnds = (fault: Fault): boolean =>
  fault.do === 'forge' || (fault.do === 'link' && fault.trouble === 'forged');

const BLIND_VARIANTS = ['calls the carrier forgets', '5xx on reads'];

function blindsGet(fault: Fault): boolean {
  if (fault.do === 'link') return fault.link === 'carrier';
  if (fault.do === 'freeze') return fault.who === 'simulator';
  if (fault.do === 'kill') return fault.who.includes('simulator');
  return BLIND_VARIANTS.includes(fault.name);
}

const paceOf = (slow: boolean) => (slow ? PACE.slow : PACE.quick);

/** Those whose bound shows only at a slow pace, as often as all others together. */
function repeated(entries: readonly Entry[]): Entry[] {
  const [slow, others] = [true, false].map((which) =>
    entries.filter((one) => (one.slow ?? false) === which),
  );
  const sum = (list: readonly Entry[]) => list.reduce((total, { weight }) => total + weight, 0);
  const factor = sum(others!) / sum(slow!);
  return slow!.map((one) => ({ ...one, weight: one.weight * factor }));
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
  const slow = one.slow ?? false;
  const load = drawLoad(chance, slow);
  const timeFactor = paceOf(slow);
  return { seed, index, engine, timeFactor, webhooks: true, load, faults: [fault] };
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
  { webhooks, slow, cells }: { webhooks: boolean; slow: boolean; cells: readonly string[] },
): Fault[] {
  const drawn = new Map<string, Fault>();
  const fits = (one: Variant) => (webhooks || !one.needsWebhooks) && (one.slow ?? false) === slow;
  const fitting = weighed(VARIANTS.filter(fits), cells);
  for (let left = chance.whole(0, MOST_VARIANTS); left > 0; left--) {
    const variant = chance.weighted(fitting);
    drawn.set(variant.cell, variantFault(variant, chance));
  }
  return [...drawn.values()];
}

function drawLoad(chance: Chance, slow: boolean): Load {
  // Calls of the slow ones last for many seconds.
  if (slow)
    return {
      campaigns: 1,
      contacts: chance.whole(12, 18),
      sharedNumbers: 0,
      agents: chance.whole(4, 8),
    };
  const campaigns = chance.happens(0.3) ? 2 : 1;
  const contacts = Math.round(chance.whole(14, 32) / campaigns);
  return {
    campaigns,
    contacts,
    sharedNumbers: campaigns === 1 ? 0 : chance.whole(0, Math.floor(contacts / 3)),
    agents: chance.whole(4, 10),
    sharedPersons: campaigns === 1 ? 0 : chance.whole(0, Math.floor(contacts / 3)),
  };
}
