/**
 * Rules for calls in an area as facts with their source and date: what a source shows, and no advice. A file of `rules` in the
 * package is one edition of a preset; `src/api/presets` reads them.
 */
import type { OpenHours } from '../contacts/open-spans.ts';

/** What a preset may say. A fact that is left out is not known: no source was read that shows it. */
export interface PresetFacts {
  /** In the time of the person who is called. */
  hours?: readonly OpenHours[] | undefined;
  /** Dates without calls, with the source of public holidays. */
  daysOff?: { what: string; source: string; dates: readonly string[] } | undefined;
  caps?: readonly PresetCap[] | undefined;
  rests?: readonly PresetRest[] | undefined;
  consent?: string | undefined;
  registry?: { name: string; maxAgeDays?: number | undefined } | undefined;
  /** How soon an objection must take effect. */
  optOut?: string | undefined;
  recordYears?: number | undefined;
  callerNumber?: string | undefined;
  other?: string | undefined;
}

/** At most `most` within `days` times 24 hours. */
export interface PresetCap {
  most: number;
  days: number;
  scope: 'number' | 'person' | 'debt' | 'subject';
  counts: 'dials' | 'talks';
}

/** Nobody is called so long after a conversation, or after a refusal; null: never again. `text`: as the source says it. */
export interface PresetRest {
  after: 'talk' | 'refusal';
  days: number | null;
  text: string;
}

export const PURPOSES = ['sales', 'collection', 'research', 'service', 'any'] as const;

export interface Preset {
  id: string;
  /** Counts from 1 with each change of the file. */
  edition: number;
  /** ISO 3166-2, or 3166-1 for a whole country. */
  area: string;
  title: string;
  purpose: (typeof PURPOSES)[number];
  audience: 'consumer' | 'business' | 'anybody';
  /** Local dates, `YYYY-MM-DD`; null: no end is known. */
  validFrom: string | null;
  validTo: string | null;
  /** `reported`: read where others report the rule, not in the rule itself; `partial`: of only some facts. */
  certainty: 'reported' | 'partial';
  sources: readonly string[];
  readOn: string;
  facts: PresetFacts;
}

export const FACTS = [
  'hours',
  'daysOff',
  'caps',
  'rests',
  'consent',
  'registry',
  'optOut',
  'recordYears',
  'callerNumber',
] as const satisfies readonly (keyof PresetFacts)[];

/** What no source shows. */
export const unknownFacts = ({ facts }: Preset): (typeof FACTS)[number][] =>
  FACTS.filter((name) => facts[name] === undefined);

/** Facts that no rule of a campaign keeps, in words. A person must see to them. */
export function notEnforced({ facts }: Preset): { fact: string; text: string }[] {
  const caps = (facts.caps ?? []).flatMap((cap) => {
    const text = capFault(cap);
    return text === null ? [] : [{ fact: 'caps', text }];
  });
  const rests = (facts.rests ?? []).flatMap(({ days, text }) =>
    days === null
      ? [
          {
            fact: 'rests',
            text: `${text}: a code that puts the number on a suppression list does it`,
          },
        ]
      : [],
  );
  const registry = facts.registry && registryText(facts.registry);
  const years =
    facts.recordYears === undefined ? undefined : `records are kept ${facts.recordYears} years`;
  const texts = {
    consent: facts.consent,
    registry,
    optOut: facts.optOut,
    recordYears: years,
    callerNumber: facts.callerNumber,
    other: facts.other,
  };
  const others = Object.entries(texts).flatMap(([fact, text]) =>
    text === undefined ? [] : [{ fact, text }],
  );
  return [...caps, ...rests, ...others];
}

/** How a campaign's cap, which counts the dials of a number in all campaigns, differs from the cap that is meant; null: not. */
function capFault({ most, days, scope, counts }: PresetCap): string | null {
  if (counts === 'talks')
    return `at most ${most} conversations in ${days} days are not counted: caps count dials`;
  if (scope === 'number') return null;
  return `at most ${most} calls in ${days} days are meant for each ${scope}: the cap counts each number, over all campaigns`;
}

const registryText = ({ name, maxAgeDays }: NonNullable<PresetFacts['registry']>): string =>
  maxAgeDays === undefined ? name : `${name}: a copy is at most ${maxAgeDays} days old`;

/** Whether it is in force on a day, `YYYY-MM-DD`. */
export const isInForce = ({ validFrom, validTo }: Preset, date: string): boolean =>
  (validFrom === null || validFrom <= date) && (validTo === null || date <= validTo);
