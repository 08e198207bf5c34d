/** A function, type or field that a page names in code marks must be in the code. */
import { expect, test } from 'vitest';
import { filesBelow, PAGES, read } from './pages.ts';

/** Names of others, with whose they are. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  deprecatePatch:
    "Temporal's SDK: the second step of the removal of a patch, which no workflow has taken yet",
  getHeapStatistics: "Node's, as a tool that measured memory",
};

const CODE = ['src', 'test', 'tools', 'bin', 'examples'];

/** camelCase or PascalCase, of two words or more. */
const IDENTIFIER = /^(?:[a-z][a-z0-9]*[A-Z]|[A-Z][a-z0-9]+[A-Z])\w*$/;

test('every identifier on a page is in the code', () => {
  const known = wordsOfCode();
  const missing = PAGES.flatMap((page) =>
    identifiersOn(page)
      .filter((name) => !known.has(name) && OF_OTHERS[name] === undefined)
      .map((name) => `${page}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every exception is on a page, and not in the code', () => {
  const named = new Set(PAGES.flatMap(identifiersOn));
  const known = wordsOfCode();
  const idle = Object.keys(OF_OTHERS).filter((name) => !named.has(name) || known.has(name));
  expect(idle).toEqual([]);
});

/** Members are names of their own: `SqliteDatabase.write` is `SqliteDatabase` and `write`. */
function identifiersOn(page: string): string[] {
  const text = read(page).replaceAll(/^ *```.*?^ *```$/gms, '');
  return [...text.matchAll(/`([A-Za-z_$#][\w$.#]*)(?:\(\))?`/g)]
    .flatMap((match) => match[1]!.split(/[.#]/))
    .filter((name) => IDENTIFIER.test(name));
}

function wordsOfCode(): Set<string> {
  const files = CODE.flatMap((folder) => filesBelow(folder, /\.(tsx?|js|sql)$/)).filter(
    (file) => file !== 'test/documents/identifiers.test.ts',
  );
  return new Set(files.flatMap((file) => read(file).match(/[A-Za-z_$][\w$]*/g) ?? []));
}
