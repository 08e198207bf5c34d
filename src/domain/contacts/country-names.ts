/** The country that a list names: as a code of two or three letters, or by its name in the languages of many lists. */

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb'];

/** Codes of three letters and usual names, which the runtime does not know. */
const FURTHER: Readonly<Record<string, string>> = {
  AT: 'aut',
  AU: 'aus',
  BE: 'bel, belgie',
  BR: 'bra',
  CA: 'can',
  CH: 'che, sui',
  CZ: 'cze, czech republic',
  DE: 'deu, ger, brd',
  DK: 'dnk, den',
  ES: 'esp',
  FI: 'fin',
  FR: 'fra',
  GB: 'gbr, uk, great britain, britain, england, scotland, wales, northern ireland, grossbritannien',
  HU: 'hun',
  IE: 'irl, republic of ireland, eire',
  IN: 'ind',
  IT: 'ita',
  LU: 'lux',
  MX: 'mex',
  NL: 'nld, ned, holland, the netherlands, netherlands',
  NO: 'nor',
  NZ: 'nzl',
  PL: 'pol',
  PT: 'prt, por',
  RO: 'rou',
  SE: 'swe',
  SG: 'sgp',
  TR: 'tur, turkey',
  US: 'usa, u s, u s a, united states of america, america, the united states, vereinigte staaten von amerika',
  ZA: 'zaf, rsa',
};

let known: ReadonlyMap<string, string> | undefined;

/** @returns ISO 3166-1, two capitals; undefined: no country is known by this name */
export function countryNamed(text: string): string | undefined {
  known ??= countriesByName();
  return known.get(plain(text));
}

function countriesByName(): Map<string, string> {
  const byName = new Map<string, string>();
  const letters = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n));
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(isCurrent);
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = names.of(code);
      if (name !== undefined && !byName.has(plain(name))) byName.set(plain(name), code);
    }
  }
  for (const code of new Set(byName.values())) byName.set(code.toLowerCase(), code);
  for (const [code, names] of Object.entries(FURTHER)) {
    for (const name of names.split(', ')) byName.set(name, code);
  }
  return byName;
}

/** The runtime names old countries too, with the name of the one that they became. */
const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code;

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
