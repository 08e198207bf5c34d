/** Whoever changes, removes, adds or moves anything in an exported file is noticed, unless all its hashes are computed again. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../../store/contract/world.ts';
import { openSqliteUnderTest, type SqliteUnderTest } from '../../store/sqlite-files.ts';
import { chainedAgain, exported, parsed, violationsIn, type AnyLine } from './exported.ts';
import { playCampaigns } from './played-campaigns.ts';

const RUNS = { numRuns: 150, seed: 5 };

let opened: SqliteUnderTest;
let lines: string[];
beforeAll(async () => {
  opened = openSqliteUnderTest();
  await playCampaigns(new World(opened));
  lines = await exported(opened.store);
});
afterAll(() => opened.drop());

/** Not signed off, or refused. */
async function isNoticed(changed: readonly string[]): Promise<boolean> {
  try {
    return Object.keys(await violationsIn(changed)).length > 0;
  } catch {
    return true;
  }
}

describe('without new hashes', () => {
  test('any changed, added or removed character is noticed', async () => {
    const character = fc.integer({ min: 0, max: 0x17f }).map((code) => String.fromCharCode(code));
    const edit = fc.record({
      line: fc.nat(),
      at: fc.nat(),
      kept: fc.constantFrom(0, 1),
      text: fc.oneof(character, fc.constant('')),
    });
    await fc.assert(
      fc.asyncProperty(edit, async ({ line, at, kept, text }) => {
        const n = line % lines.length;
        const known = lines[n]!;
        const place = at % known.length;
        const changed = known.slice(0, place) + text + known.slice(place + 1 - kept);
        fc.pre(changed !== known);
        expect(await isNoticed(lines.with(n, changed))).toBe(true);
      }),
      RUNS,
    );
  });

  test('any removed lines are noticed, also all lines from one on', async () => {
    const span = fc.record({ from: fc.nat(), length: fc.oneof(fc.nat(3), fc.nat()) });
    await fc.assert(
      fc.asyncProperty(span, async ({ from, length }) => {
        const kept = lines.toSpliced(from % lines.length, 1 + (length % lines.length));
        expect(await isNoticed(kept)).toBe(true);
      }),
      RUNS,
    );
  });

  test('any line that stands elsewhere, or twice, is noticed', async () => {
    const move = fc.record({ from: fc.nat(), to: fc.nat(), removed: fc.constantFrom(0, 1) });
    await fc.assert(
      fc.asyncProperty(move, async ({ from, to, removed }) => {
        const at = from % lines.length;
        const rest = lines.toSpliced(at, removed);
        const target = to % (rest.length + 1);
        fc.pre(removed === 0 || target !== at);
        expect(await isNoticed(rest.toSpliced(target, 0, lines[at]!))).toBe(true);
      }),
      RUNS,
    );
  });
});

/** Every path to a value that is sealed. */
function pathsIn(value: AnyLine, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Object.entries(value);
  return entries.length === 0
    ? [path]
    : entries.flatMap(([key, one]) => pathsIn(one, [...path, key]));
}

describe('with new hashes of all lines', () => {
  const decisionsOf = (values: AnyLine[]) => values.filter(({ type }) => type === 'decision');

  test('any value of a decision that was changed after it was sealed is noticed', async () => {
    const changed = fc.record({
      line: fc.nat(),
      path: fc.nat(),
      value: fc.constantFrom('x', 77, null),
    });
    await fc.assert(
      fc.asyncProperty(changed, async ({ line, path, value }) => {
        const values = parsed(lines);
        const decisions = decisionsOf(values);
        const { sealed } = decisions[line % decisions.length]!;
        const paths = pathsIn(sealed);
        const keys = paths[path % paths.length]!;
        const holder = keys.slice(0, -1).reduce((each, key) => each[key], sealed);
        const key = keys.at(-1)!;
        fc.pre(holder[key] !== value);
        holder[key] = value;
        expect(await isNoticed(chainedAgain(values))).toBe(true);
      }),
      RUNS,
    );
  });

  test('any decisions and seals that were removed or moved are noticed, except the newest seals of a campaign', async () => {
    const isSealed = ({ type }: AnyLine) => type === 'decision' || type === 'seal';
    const taken = fc.record({ line: fc.nat(), to: fc.option(fc.nat()) });
    await fc.assert(
      fc.asyncProperty(taken, async ({ line, to }) => {
        const values = parsed(lines);
        const sealed = values.filter(isSealed);
        const one = sealed[line % sealed.length]!;
        const at = values.indexOf(one);
        values.splice(at, 1);
        if (to === null) values.at(-1).decisions = decisionsOf(values).length;
        else values.splice(1 + (to % (values.length - 1)), 0, one);
        // Nothing proves that a newest seal was there, except its hash that was noted elsewhere (decision 32). A line may
        // stand among lines of other kinds and campaigns, in the same order of its own.
        const order = (each: readonly AnyLine[]) =>
          each.filter(isSealed).filter(({ campaign }) => campaign === one.campaign);
        const known = parsed(lines);
        fc.pre(to === null || JSON.stringify(order(values)) !== JSON.stringify(order(known)));
        const expectedHashes = (await opened.store.lastSeals(null)).map(({ hash }) => hash);
        const found = await violationsIn(chainedAgain(values), { expected: expectedHashes });
        expect(Object.keys(found)).not.toEqual([]);
      }),
      RUNS,
    );
  });
});
