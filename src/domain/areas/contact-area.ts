/**
 * Where a contact is, by its address and by its number, and the zones that follow. No source outweighs another: where they
 * differ, the zones of all of them must be open, and it is said that they differ.
 */
import { distinctClocks, zonesOfCountry } from '../contacts/contact-zones.ts';
import { areaOfPrefix, zonesOfAreaCodesIn } from './area-of-number.ts';
import { subdivisionsOfPostalCode } from './postal-codes.ts';
import {
  AUSTRALIAN_ZONES,
  countriesMeant,
  countryOfArea,
  isDivided,
  subdivisionNamed,
} from './subdivisions.ts';

/** In the order in which they are shown. `number`: its area code, else its country. */
export const AREA_SOURCES = ['region', 'postal_code', 'country', 'number'] as const;
export type AreaFrom = (typeof AREA_SOURCES)[number];

/** What one source says. Plain JSON: it is stored as such, and part of decision records. */
export interface AreaSource {
  from: AreaFrom;
  /** ISO 3166-2, or ISO 3166-1 where only the country is known; the contact is in one of them. */
  areas: readonly string[];
  /** IANA names; of zones with the same clock all year only one. */
  zones: readonly string[];
}

export interface ContactArea {
  /** Where it is by all sources; if they differ, all that they say. */
  areas: readonly string[];
  /** No area fits all sources. The zones of all of them must be open. */
  mismatch: boolean;
  sources: readonly AreaSource[];
}

/** What a row says of where its contact is; null: nothing. */
export interface AreaFacts {
  /** ISO 3166-1, of a column. */
  country: string | null;
  /** State or province, as written. */
  region: string | null;
  postalCode: string | null;
  number: {
    /** ISO 3166-1; null: it has none. */
    country: string | null;
    /** By `areaPrefixOf`. */
    prefix: string | undefined;
  };
}

/** @returns the sources that say anything; a source that says less than another about the same country is left out */
export function areaSources(facts: AreaFacts, nowMs: number): AreaSource[] {
  const known = [
    ofRegion(facts, nowMs),
    ofPostalCode(facts, nowMs),
    facts.country === null ? undefined : ofCountry('country', facts.country, nowMs),
    ofNumber(facts, nowMs),
  ].filter((one) => one !== undefined);
  return known
    .filter(
      (one) =>
        !one.vague || !known.some((other) => !other.vague && countryOf(other) === countryOf(one)),
    )
    .map(({ vague: _, ...source }) => source);
}

/** Undefined: no source says anything. */
export function contactArea(sources: readonly AreaSource[]): ContactArea | undefined {
  const [first, ...others] = sources;
  if (first === undefined) return undefined;
  const shared = others.reduce((areas, { areas: its }) => inBoth(areas, its), first.areas);
  const mismatch = shared.length === 0;
  const areas = mismatch ? [...new Set(sources.flatMap(({ areas: its }) => its))] : shared;
  return { areas: areas.toSorted(), mismatch, sources };
}

/** The zones of all sources; empty: none are known. */
export const zonesOfSources = (sources: readonly AreaSource[], nowMs: number): string[] =>
  distinctClocks([...new Set(sources.flatMap(({ zones }) => zones))].toSorted(), nowMs);

/** How the sources are told to people: `US-FL by region and number`. */
export function areaText({ areas, mismatch, sources }: ContactArea): string {
  if (!mismatch) return `${areas.join(' or ')} by ${sources.map(nameOf).join(' and ')}`;
  const said = sources.map((one) => `${one.areas.join(' or ')} by ${nameOf(one)}`);
  return `${said.join(', but ')}: the hours of all count`;
}

const nameOf = ({ from }: AreaSource): string => NAMES[from];

const NAMES: Record<AreaFrom, string> = {
  region: 'region',
  postal_code: 'postal code',
  country: 'country',
  number: 'number',
};

/** A country contains its subdivisions. */
function inBoth(one: readonly string[], other: readonly string[]): string[] {
  const inner = (areas: readonly string[], outer: readonly string[]) =>
    areas.filter((area) => outer.includes(area) || outer.includes(countryOfArea(area)));
  return [...new Set([...inner(one, other), ...inner(other, one)])].filter(
    (area, _, all) => area.includes('-') || !all.some((each) => each.startsWith(`${area}-`)),
  );
}

/** `vague`: it names the country only. */
type Known = AreaSource & { vague: boolean };

const countryOf = ({ areas }: AreaSource): string => countryOfArea(areas[0]!);

function countriesOf({ country, number }: AreaFacts): string[] {
  if (country !== null) return [country];
  return number.country === null ? [] : countriesMeant(number.country);
}

function ofRegion(facts: AreaFacts, nowMs: number): Known | undefined {
  const { region } = facts;
  if (region === null) return undefined;
  for (const country of countriesOf(facts)) {
    const area = isDivided(country) ? subdivisionNamed(country, region) : undefined;
    if (area !== undefined) return ofSubdivisions('region', [area], nowMs);
  }
  return undefined;
}

function ofPostalCode(facts: AreaFacts, nowMs: number): Known | undefined {
  const { postalCode } = facts;
  if (postalCode === null) return undefined;
  for (const country of countriesOf(facts)) {
    const areas = subdivisionsOfPostalCode(country, postalCode);
    if (areas.length > 0) return ofSubdivisions('postal_code', areas, nowMs);
  }
  return undefined;
}

function ofNumber({ number }: AreaFacts, nowMs: number): Known | undefined {
  const { country, prefix } = number;
  if (country === null) return undefined;
  const code = prefix === undefined ? undefined : areaOfPrefix(prefix, country);
  if (code === undefined) return ofCountry('number', country, nowMs);
  const zones = distinctClocks(code.zones, nowMs);
  return { from: 'number', areas: code.areas, zones, vague: false };
}

const ofSubdivisions = (from: AreaFrom, areas: readonly string[], nowMs: number): Known => ({
  from,
  areas,
  zones: distinctClocks([...new Set(areas.flatMap(zonesOfSubdivision))].toSorted(), nowMs),
  vague: false,
});

const zonesOfSubdivision = (area: string): readonly string[] =>
  AUSTRALIAN_ZONES[area] ?? zonesOfAreaCodesIn(area);

function ofCountry(from: AreaFrom, country: string, nowMs: number): Known | undefined {
  const zones = zonesOfCountry(country, nowMs);
  return zones.length === 0 ? undefined : { from, areas: [country], zones, vague: true };
}
