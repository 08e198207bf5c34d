/** Says what the columns of a list probably are, so that an unknown header line is refused with a suggestion. */
import {
  CALLS,
  COLUMN_TITLES,
  CONSENT_MARKS,
  ENGLISH_PARTS,
  ENTITIES,
  LAYOUTS,
  NAME_TITLES,
  NUMBER_TITLES,
  OTHER_CHANNELS,
  PHONE_WORDS,
  STOP_MARKS,
} from './column-names.ts';

/** A column of ours by title; null: the column is not read. */
export type ColumnMapping = Readonly<Record<string, string | null>>;

/** Between the numbers of several columns. No cell has it, so a number that cannot be read does not affect the others. */
export const BETWEEN_COLUMNS = '\u001E';

/** Columns that several columns of a file may be parts of: first and last name, two flags, or the numbers of a person. */
export const JOINED_COLUMNS: Readonly<Record<string, string>> = {
  number: BETWEEN_COLUMNS,
  name: ' ',
  do_not_call: '|',
  suppress: '|',
};

type NamePart = keyof typeof NAME_TITLES;

/** What a title means by itself, without the others. */
type Meaning =
  /** The lower the rank, the likelier somebody answers it. */
  | { is: 'number'; rank: number }
  | { is: 'name'; part: NamePart }
  /** Says who may be called. The people without it must be taken out of the list. */
  | { is: 'consent' }
  | { is: 'column'; column: string };

/** The words of a title, in lower case and without accents. `MobilePhone` has two. `Owner1` is the person of the list. */
const wordsOf = (title: string): string[] =>
  title
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .normalize('NFD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\bowner ?1\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const BY_TITLE = new Map<string, Meaning>([
  ...Object.entries(COLUMN_TITLES).flatMap(([column, titles]) =>
    [column.replaceAll('_', ' '), ...titles].map(
      (title) => [title, { is: 'column', column }] as const,
    ),
  ),
  ...Object.entries(NAME_TITLES).flatMap(([part, titles]) =>
    titles.map((title) => [title, { is: 'name', part: part as NamePart }] as const),
  ),
]);

/** Undefined: it looks like none of our columns. */
function meaningOf(title: string): Meaning | undefined {
  const text = wordsOf(title).join(' ');
  return meaningOfText(text) ?? meaningOfText(withoutEntity(text));
}

function meaningOfText(text: string): Meaning | undefined {
  const known = flagOf(text) ?? BY_TITLE.get(text);
  if (known) return known;
  const rank = NUMBER_TITLES.includes(text) ? RANKS.phone : phoneRank(text.split(' '));
  return rank === undefined ? undefined : { is: 'number', rank };
}

function withoutEntity(text: string): string {
  const entity = ENTITIES.find((each) => text.startsWith(`${each} `));
  return entity === undefined ? text : text.slice(entity.length + 1);
}

function flagOf(text: string): Meaning | undefined {
  if (OTHER_CHANNELS.test(text) && !CALLS.test(text)) return undefined;
  if (STOP_MARKS.some((mark) => mark.test(text))) return { is: 'column', column: 'do_not_call' };
  return CONSENT_MARKS.some((mark) => mark.test(text)) ? { is: 'consent' } : undefined;
}

const RANKS = { mobile: 0, phone: 1, work: 2, home: 3, other: 4 };
const KNOWN_PHONE_WORDS: ReadonlySet<string> = new Set(Object.values(PHONE_WORDS).flat());

/** Undefined: it is no phone number. */
function phoneRank(words: readonly string[]): number | undefined {
  const has = (kind: keyof typeof PHONE_WORDS) =>
    words.some((word) => PHONE_WORDS[kind].includes(word.replace(/\d+$/, '')));
  const isKnown = (word: string) =>
    /^\d+$/.test(word) ||
    KNOWN_PHONE_WORDS.has(word) ||
    KNOWN_PHONE_WORDS.has(word.replace(/\d+$/, ''));
  if (!words.every(isKnown) || !(has('phone') || has('mobile'))) return undefined;
  // `Phone 2`: a further number. The 1 of `Owner1 Phone` and `Phone 1` says nothing.
  if (has('other') || words.some((word) => Number(/\d+$/.exec(word)?.[0] ?? 1) > 1))
    return RANKS.other;
  if (has('mobile')) return RANKS.mobile;
  if (has('work')) return RANKS.work;
  return has('home') ? RANKS.home : RANKS.phone;
}

/** Whether a title is usual in lists of people, so that its line is a header line. */
export const isUsualTitle = (title: string): boolean => meaningOf(title) !== undefined;

/** Whether a title is that of a phone number. */
export const isNumberTitle = (title: string): boolean => meaningOf(title)?.is === 'number';

/** What says who may be called, and so must be answered before the list is read. */
export const isConsentTitle = (title: string): boolean => meaningOf(title)?.is === 'consent';

interface Titled {
  title: string;
  index: number;
  meaning: Meaning | undefined;
}

interface Known {
  /** What is known already; null: the column is not read. */
  fixed?: ColumnMapping;
  /** In how many of the first rows the column with this index has a value. Left out: it is unknown. */
  filled?: ((index: number) => number) | undefined;
}

/**
 * A mapping of all these titles. One that says who may be called is left out, because the person must answer it. Of
 * several numbers the likeliest one is taken that most rows have; a name is taken once, whole or by its parts.
 */
export function suggestedMapping(
  titles: readonly string[],
  { fixed = {}, filled }: Known = {},
): ColumnMapping {
  const columns = titles.map((title, index) => ({ title, index, meaning: meaningOf(title) }));
  const open = columns.filter(({ title }) => !Object.hasOwn(fixed, title));
  const taken = new Set(Object.values(fixed));
  const found = new Map<number, string>();
  const number = taken.has('number') ? undefined : likeliestNumber(open, filled);
  if (number) found.set(number.index, 'number');
  const named = columns.filter(({ title }) => fixed[title] === 'name');
  for (const { index } of nameColumns(open, named)) found.set(index, 'name');
  for (const { index, meaning } of open) {
    if (meaning?.is !== 'column' || taken.has(meaning.column)) continue;
    found.set(index, meaning.column);
    if (!Object.hasOwn(JOINED_COLUMNS, meaning.column)) taken.add(meaning.column);
  }
  return Object.fromEntries(
    columns.flatMap(({ title, index, meaning }): [string, string | null][] => {
      if (Object.hasOwn(fixed, title)) return [[title, fixed[title]!]];
      return meaning?.is === 'consent' ? [] : [[title, found.get(index) ?? null]];
    }),
  );
}

function likeliestNumber(open: readonly Titled[], filled: Known['filled']): Titled | undefined {
  const numbers = open.flatMap(({ meaning, ...column }) =>
    meaning?.is === 'number' ? [{ ...column, meaning }] : [],
  );
  const rows = ({ index }: Titled) => filled?.(index) ?? 0;
  const most = Math.max(0, ...numbers.map(rows));
  // A mobile number that most people of the list do not have would leave most of them out.
  return numbers
    .filter((each) => rows(each) >= most / 2)
    .toSorted((a, b) => a.meaning.rank - b.meaning.rank || a.index - b.index)[0];
}

/** Never a whole name beside its parts: both together would be the name twice. */
function nameColumns(open: readonly Titled[], known: readonly Titled[]): Titled[] {
  const knownParts = known.map(partOf);
  const parts = firstOfEach(open).filter((each) => !knownParts.includes(partOf(each)));
  if (known.length > 0 && knownParts.every(isPartOnly)) return parts;
  const first = parts.find((each) => partOf(each) === 'first');
  const last = parts.find((each) => partOf(each) === 'last');
  const whole = [...known, ...open].find((each) => partOf(each) === 'whole');
  const either = [...known, ...open].find((each) => partOf(each) === 'wholeOrPart');
  const part = first ?? last;
  const isBeside = either && part && !(isEnglish(part) && isPlainName(either));
  if (known.length > 0)
    return isBeside && known.length === 1 && !(first && last) && !whole ? parts : [];
  if (first && last) return parts;
  if (whole) return [whole];
  if (!either) return parts;
  return isBeside ? [either, ...parts] : [either];
}

const partOf = ({ meaning }: Titled): NamePart | undefined =>
  meaning?.is === 'name' ? meaning.part : undefined;
const isPartOnly = (part: NamePart | undefined): boolean =>
  part === 'first' || part === 'middle' || part === 'last';
const isEnglish = ({ title }: Titled): boolean => ENGLISH_PARTS.includes(wordsOf(title).join(' '));
const isPlainName = ({ title }: Titled): boolean => wordsOf(title).join(' ') === 'name';

/** Of two owners of a house, the first one counts. */
function firstOfEach(columns: readonly Titled[]): Titled[] {
  return columns.filter((each, index) => {
    const part = partOf(each);
    return isPartOnly(part) && columns.findIndex((one) => partOf(one) === part) === index;
  });
}

const LOOKS_LIKE_NUMBER = /^[+(]?(?:\d[ ().\-/]*){7,15}$/;

/**
 * What the columns of a list without header line are, by their places: those of a system that writes lists so, or only the
 * number. Undefined: no column is a number in every row.
 */
export function layoutWithoutHeader(
  rows: readonly (readonly string[])[],
): ReadonlyMap<number, string> | undefined {
  const every = (index: number, mark: RegExp) => rows.every((row) => mark.test(row[index] ?? ''));
  const width = Math.max(...rows.map((row) => row.length));
  const layout = LAYOUTS.find(
    ({ leastColumns, marks }) =>
      width >= leastColumns &&
      Object.entries(marks).every(([index, mark]) => every(Number(index), mark)),
  );
  if (layout) {
    return new Map(
      Object.entries(layout.columns).map(([index, column]) => [Number(index), column]),
    );
  }
  const places = Array.from({ length: width }, (_, index) => index);
  const number = places.find((index) => every(index, LOOKS_LIKE_NUMBER));
  return number === undefined ? undefined : new Map([[number, 'number']]);
}
