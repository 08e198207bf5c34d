/** Parts of the generated pages. */
import { format } from 'prettier';

/** The layout of the other pages, so that formatting the repository changes nothing. */
export const formatted = (page: string): Promise<string> =>
  format(page, { parser: 'markdown', proseWrap: 'preserve', printWidth: 100, singleQuote: true });

export const code = (text: string): string => `\`${text}\``;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(rowText).join('\n');

const rowText = (cells: readonly string[]): string =>
  `| ${cells.map((text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

/** As GitHub names a heading. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');

/** Pages that a text names become links, from docs/reference. */
export const withLinks = (text: string): string =>
  text.replaceAll(/\bdocs\/([\w-]+)\.md\b/g, (_path, name: string) => `[${name}](../${name}.md)`);
