/** A recipe of CONTRIBUTING.md names all files that a twin of the new thing is named in, so that nobody misses one. */
import { expect, test } from 'vitest';
import { filesBelow, read } from './pages.ts';

const sources = filesBelow('src', /\.(ts|tsx|sql)$/).filter(
  (path) => path !== 'src/client/api-types.ts',
);

test.each([
  ['A rule of campaigns', /\bleast_gap\b|'gap'|^ +gap: \{/m],
  ['A disposition', /'leg-unknown'/],
  ['An event', /\bcustomer_ringing(_at)?\b/],
])('%s: its twin is named in the files of the recipe, and in no other', (kind, twin) => {
  expect(filesWith(twin)).toEqual(filesOfRecipe(kind));
});

const filesWith = (twin: RegExp): string[] =>
  sources.filter((path) => twin.test(withoutComments(read(path)))).toSorted();

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');

/** Those of its list, up to the first paragraph behind it. */
function filesOfRecipe(kind: string): string[] {
  const [, recipe = ''] = read('CONTRIBUTING.md').split(`**${kind}**`);
  const list = recipe.split('\n1. ')[1]?.split(/\n\n(?! )/)[0] ?? '';
  const files = [...list.matchAll(/`(src\/[^`]+)`/g)].map(([, path]) => path!);
  return [...new Set(files)].toSorted();
}
