/** Figures that are counts are those of docs/evidence/counts.json, wherever a page names them. */
import { expect, test } from 'vitest';
import { COUNTS, readCounts } from '../reference/counts.ts';
import { PAGES_OF_TODAY, read, rowsOf } from './pages.ts';

/** What is counted, and how a page says it. Events are also other things, so those of a history stand before its Actions. */
const SAID: Readonly<Record<string, RegExp>> = {
  Actions: /([\w.,]+) Actions\b/g,
  events: /([\w.,]+) events, [\w.,]+ Actions\b/g,
  histories: /([\w.,]+) histories\b/g,
  operations: /([\w.,]+) operations of the API\b/g,
  'round trips': /([\w.,]+) round trips\b/g,
  'state transitions': /([\w.,]+) (?:state )?transitions\b/g,
  statements: /([\w.,]+) statements\b/g,
  'workflow types': /([\w.,]+) workflow types\b/g,
};

const WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

const { counted, seen } = readCounts();

test.each(Object.entries(SAID))('the %s on pages are counted', (what, said) => {
  const known = [counted, ...Object.values(seen)].map((figures) => figures[what]);
  const wrong = PAGES_OF_TODAY.flatMap((page) =>
    [...read(page).matchAll(said)]
      .map((match) => ({ text: match[0], count: numberOf(match[1]!) }))
      .filter(({ count }) => count !== undefined && !known.some((one) => isSaid(one, count)))
      .map(({ text }) => `${page}: "${text}" is not in ${COUNTS} (npm run docs -- counts)`),
  );
  expect(wrong).toEqual([]);
});

test('the table of what a call costs has the counts of both engines', () => {
  const of = (system: string, ...names: string[]) =>
    names.map((name) => Number(seen[system]?.[name]));
  const row = (first: string) => {
    const [[, ...cells] = []] = rowsOf('docs/scaling.md', first);
    return cells.slice(0, 2).map((cell) => cell.split(', ').map(Number));
  };
  expect(row('statements of the store').map(([count]) => count)).toEqual(
    ['a call, store in SQLite', 'a call, store in Postgres'].map((system) =>
      round(of(system, 'statements')[0]!, 1),
    ),
  );
  expect(row("events of Temporal's history")).toEqual(
    ['plain', 'plain, on Postgres'].map((system) => {
      const [events, transitions] = of(
        `a call of the bench (${system})`,
        'events',
        'state transitions',
      );
      return [Math.round(events!), transitions];
    }),
  );
});

function numberOf(text: string): number | undefined {
  const word = WORDS.indexOf(text.toLowerCase());
  if (word >= 0) return word + 1;
  return /^\d/.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

/** Rounded as the page rounds it. */
function isSaid(count: number | string | undefined, said: number): boolean {
  const digits = String(said).split('.')[1]?.length ?? 0;
  return typeof count === 'number' && round(count, digits) === said;
}

const round = (count: number, digits: number): number => Number(count.toFixed(digits));
