/**
 * Where a contact is, by its address and by its number, and the zones that follow. No source outweighs another: where they
 * differ, the zones of all of them must be open, and it is said that they differ.
 */
import { distinctClocks, zonesOfCountry } from '../contacts/contact-zones.ts';
import { AREA_CODES_RELEASE } from './area-codes.ts';
import { areaOfPrefix, zonesOfAreaCodesIn } from './area-of-number.ts';
import { subdivisionsOfPostalCode } from './postal-codes.ts';
import {
  AUSTRALIAN_ZONES,
  countriesMeant,
  countryOfArea,
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

/** What is known of where a contact is, as it is stored with it. */
export interface AreaEvidence {
  /** Of the area codes when it was added, such as `libphonenumber 9.0.35`. */
  release: string;
  /** At least one. */
  sources: readonly AreaSource[];
}

export interface ContactArea extends AreaEvidence {
  /** Where it is by all sources; if they differ, all that they say. */
  areas: readonly string[];
  /** No area fits all sources. The zones of all of them must be open. */
  mismatch: boolean;
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

/** Reads many rows. What follows from the same facts is computed once. */
export class AreaReader {
  readonly #nowMs: number;
  readonly #known = new Map<string, { evidence: AreaEvidence; zones: readonly string[] } | null>();
  readonly #clocks = new Map<string, readonly string[]>();
  readonly #countries = new Map<string, readonly string[]>();

  /** @param nowMs start of the year in which clocks are compared */
  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  /** With the zones of all sources, which all must be open. Null: nothing says where it is. */
  read(facts: AreaFacts): { evidence: AreaEvidence; zones: readonly string[] } | null {
    const { country, number } = facts;
    const regions = subdivisionsIn(facts, facts.region, ofRegion);
    const codes = subdivisionsIn(facts, facts.postalCode, subdivisionsOfPostalCode);
    const key = `${number.country}|${number.prefix}|${country}|${regions.join()}|${codes.join()}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      if (this.#known.size === MOST_KNOWN) this.#known.clear();
      known = this.#judge(facts, regions, codes);
      this.#known.set(key, known);
    }
    return known;
  }

  #judge({ country, number }: AreaFacts, regions: readonly string[], codes: readonly string[]) {
    const said = [
      this.#subdivisions('region', regions),
      this.#subdivisions('postal_code', codes),
      this.#country('country', country),
      this.#number(number),
    ].filter((one) => one !== undefined);
    // Of a source that says less than another about the same country nothing is left.
    const sources = said
      .filter((one) => !(one.vague && said.some((other) => !other.vague && isNear(one, other))))
      .map(({ from, areas, zones }) => ({ from, areas, zones }));
    if (sources.length === 0) return null;
    const zones = this.#distinct(sources.flatMap((source) => source.zones));
    return { evidence: { release: AREA_CODES_RELEASE, sources }, zones };
  }

  #subdivisions(from: AreaFrom, areas: readonly string[]): Known | undefined {
    if (areas.length === 0) return undefined;
    return { from, areas, zones: this.#distinct(areas.flatMap(zonesOfSubdivision)), vague: false };
  }

  #country(from: AreaFrom, country: string | null): Known | undefined {
    if (country === null) return undefined;
    let zones = this.#countries.get(country);
    if (zones === undefined) {
      this.#countries.set(country, (zones = zonesOfCountry(country, this.#nowMs)));
    }
    return zones.length === 0 ? undefined : { from, areas: [country], zones, vague: true };
  }

  #number({ country, prefix }: AreaFacts['number']): Known | undefined {
    const code =
      country === null || prefix === undefined ? undefined : areaOfPrefix(prefix, country);
    if (code === undefined) return this.#country('number', country);
    return { from: 'number', areas: code.areas, zones: this.#distinct(code.zones), vague: false };
  }

  #distinct(zones: readonly string[]): readonly string[] {
    const names = [...new Set(zones)].toSorted();
    const key = names.join();
    let distinct = this.#clocks.get(key);
    if (distinct === undefined) {
      this.#clocks.set(key, (distinct = distinctClocks(names, this.#nowMs)));
    }
    return distinct;
  }
}

const MOST_KNOWN = 10_000;

/** `vague`: it names the country only. */
type Known = AreaSource & { vague: boolean };

const isNear = (one: AreaSource, other: AreaSource): boolean =>
  countryOfArea(one.areas[0]!) === countryOfArea(other.areas[0]!);

/** In the country that the row names, else in those that the number may mean. */
function subdivisionsIn(
  { country, number }: AreaFacts,
  written: string | null,
  read: (country: string, text: string) => readonly string[],
): readonly string[] {
  if (written === null) return [];
  const countries = country === null ? countriesMeant(number.country) : [country];
  return countries.map((one) => read(one, written)).find((areas) => areas.length > 0) ?? [];
}

function ofRegion(country: string, region: string): string[] {
  const area = subdivisionNamed(country, region);
  return area === undefined ? [] : [area];
}

const zonesOfSubdivision = (area: string): readonly string[] =>
  AUSTRALIAN_ZONES[area] ?? zonesOfAreaCodesIn(area);

export function contactArea({ release, sources }: AreaEvidence): ContactArea {
  const [first, ...others] = sources;
  const shared = others.reduce((areas, { areas: its }) => inBoth(areas, its), first!.areas);
  const mismatch = shared.length === 0;
  const areas = mismatch ? [...new Set(sources.flatMap(({ areas: its }) => its))] : shared;
  return { areas: areas.toSorted(), mismatch, sources, release };
}

/** A country contains its subdivisions. */
function inBoth(one: readonly string[], other: readonly string[]): string[] {
  const inner = (areas: readonly string[], outer: readonly string[]) =>
    areas.filter((area) => outer.includes(area) || outer.includes(countryOfArea(area)));
  return [...new Set([...inner(one, other), ...inner(other, one)])].filter(
    (area, _, all) => area.includes('-') || !all.some((each) => each.startsWith(`${area}-`)),
  );
}
