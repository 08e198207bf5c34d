/** The subdivision that a postal code lies in. */
import { US_ZIP_PREFIXES } from './us-postal-codes.ts';

/** By first letter (Canada Post). X is given out in both. */
const CANADIAN: Readonly<Record<string, readonly string[]>> = {
  A: ['CA-NL'],
  B: ['CA-NS'],
  C: ['CA-PE'],
  E: ['CA-NB'],
  G: ['CA-QC'],
  H: ['CA-QC'],
  J: ['CA-QC'],
  K: ['CA-ON'],
  L: ['CA-ON'],
  M: ['CA-ON'],
  N: ['CA-ON'],
  P: ['CA-ON'],
  R: ['CA-MB'],
  S: ['CA-SK'],
  T: ['CA-AB'],
  V: ['CA-BC'],
  X: ['CA-NT', 'CA-NU'],
  Y: ['CA-YT'],
};

/** First and last code (Australia Post). Border towns have codes of the neighbour, so some lists name both. */
const AUSTRALIAN: readonly (readonly [number, number, readonly string[]])[] = [
  [200, 299, ['AU-ACT']],
  [800, 999, ['AU-NT']],
  [1000, 2599, ['AU-NSW']],
  [2600, 2618, ['AU-ACT', 'AU-NSW']],
  [2619, 2899, ['AU-NSW']],
  [2900, 2920, ['AU-ACT']],
  [2921, 2999, ['AU-NSW']],
  [3000, 3999, ['AU-VIC']],
  [4000, 4999, ['AU-QLD']],
  [5000, 5999, ['AU-SA']],
  [6000, 6999, ['AU-WA']],
  [7000, 7999, ['AU-TAS']],
  [8000, 8999, ['AU-VIC']],
  [9000, 9999, ['AU-QLD']],
];

const american = new Map<string, readonly string[]>();
for (const line of US_ZIP_PREFIXES.trim().split('\n')) {
  const [states = '', ...prefixes] = line.split(' ');
  const areas = states.split(',').map((state) => `US-${state}`);
  for (const prefix of prefixes) american.set(prefix, areas);
}

/** @returns ISO 3166-2, several where the code does not tell; empty: no subdivision is known by it */
export function subdivisionsOfPostalCode(country: string, written: string): readonly string[] {
  const code = written.trim().toUpperCase();
  switch (country) {
    case 'US': {
      const digits = /^(\d{4,5})(?:-\d{4})?$/.exec(code)?.[1];
      if (digits === undefined) return NONE;
      // Spreadsheets take the zero off that codes of the north-east begin with.
      return american.get(digits.padStart(5, '0').slice(0, 3)) ?? NONE;
    }
    case 'CA':
      return /^[A-Z]\d[A-Z](?:[ -]?\d[A-Z]\d)?$/.test(code) ? (CANADIAN[code[0]!] ?? NONE) : NONE;
    case 'AU': {
      const value = /^\d{3,4}$/.test(code) ? Number(code) : 0;
      return AUSTRALIAN.find(([from, to]) => value >= from && value <= to)?.[2] ?? NONE;
    }
    default:
      return NONE;
  }
}

const NONE: readonly string[] = [];
