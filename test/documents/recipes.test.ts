/** A recipe of CONTRIBUTING.md names all files that a twin of the new thing is named in, so that nobody misses one. */
import { expect, test } from 'vitest';
import { filesBelow, read } from './pages.ts';

const TWINS: Readonly<Record<string, RegExp>> = {
  'A refusal': /\b402\b/,
  'An event': /\bcustomer_ringing(_at)?\b/,
  'A type of events that others are told of': /'contact\.final'|'(alert\.)?recordings-late'/,
  'A page of the dashboard': /\bkeys-page\b|\bKeysPage\b|href: '\/keys'/,
  'A route': /\bcloneCampaign\b|\/clone'/,
  'A rule of campaigns': /\bleast_gap\b|'gap'|^ +gap: \{/m,
  'A disposition': /'leg-unknown'/,
  'A figure of statistics': /\bcustomer_rang\b|\bcustomerRang\b/,
  'A setting': /\bDIALWRIGHT_ZONE_RULES_MAX_AGE_DAYS\b|\bzoneRulesMaxAgeDays\b/,
  'A field of the carrier profile': /\brecordingUrlField\b/,
  'A column of a table': /\brecord_cost\b|\brecordCost\b/,
  // The poll of a call also has a `notBeforeMs`, which is a number and never null.
  'A column of an imported list (CSV)':
    /\bnot_before(_ms|_local)?\b|contact\.notBeforeMs|'notBeforeMs',|notBeforeMs\??: (null|dueAtMs|number \| null)|'not-before': \(/,
};

const RECIPES = read('CONTRIBUTING.md').split('## Recipes')[1]!.split('\n## ')[0]!;

/** Their figures are data of others, or are made of the sources. */
const MADE = [
  'src/client/api-types.ts',
  'src/domain/areas/area-codes.ts',
  'src/domain/areas/us-postal-codes.ts',
];
const sources = filesBelow('src', /\.(ts|tsx|sql)$/).filter((path) => !MADE.includes(path));

test('every recipe has a twin', () => {
  const kinds = [...RECIPES.matchAll(/^\*\*([^*]+)\*\*(?=.*\n\n(Twin|1\.))/gm)].map(
    ([, kind]) => kind!,
  );
  expect(kinds.toSorted()).toEqual(Object.keys(TWINS).toSorted());
});

test.each(Object.entries(TWINS))(
  '%s: its twin is named in the files of the recipe, and in no other',
  (kind, twin) => {
    const named = sources.filter((path) => twin.test(withoutComments(read(path))));
    const patterns = patternsOfRecipe(kind);
    const isOf = (path: string) => patterns.some((pattern) => matches(path, pattern));
    expect(named.filter((path) => !isOf(path))).toEqual([]);
    const idle = patterns.filter((pattern) => !named.some((path) => matches(path, pattern)));
    expect(idle).toEqual([]);
  },
);

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*(\/\/|--).*$/gm, '');

/** Those of its list, up to the first paragraph behind it. */
function patternsOfRecipe(kind: string): string[] {
  const [, recipe = ''] = RECIPES.split(`**${kind}**`);
  const list = recipe.split('\n1. ')[1]?.split(/\n\n(?! )/)[0] ?? '';
  const files = [...list.matchAll(/`(src\/[^`]+\.(?:tsx?|sql))`/g)].map(([, path]) => path!);
  return [...new Set(files)];
}

/** `{…}` stands for any name, the same everywhere in the path or not. */
function matches(path: string, pattern: string): boolean {
  const parts = pattern.split(/\{\w+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('[\\w-]+')}$`).test(path);
}
