/** docs/reference/figures.md, from the glossary of figures. */
import { FIGURE_NAMES, figureOf } from '../../src/domain/figures/figures.ts';
import { code, formatted, table } from './markdown.ts';

const HEAD = [
  '# Figures',
  'Made by `npm run docs` from `src/domain/figures/figures.ts`; do not edit. What each figure counts, and of what a rate is the ' +
    'share. A figure has the same name on every page, one field in the API, which is also the column of reports, and one ' +
    'column in the tables of the command line. Pages show these texts with the figure’s name, `dialwright glossary` prints ' +
    'them. Which calls are in a span is in [statistics.md](../statistics.md#what-is-counted).',
];

export const figuresPage = (): Promise<string> =>
  formatted(
    [
      ...HEAD,
      table(
        ['On pages', 'Field and CSV column', 'Command line', 'Counts'],
        FIGURE_NAMES.map((name) => {
          const { title, column, is } = figureOf(name);
          return [title, code(name), column ?? '–', is];
        }),
      ),
    ].join('\n\n'),
  );
