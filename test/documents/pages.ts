/** The pages, and how they are read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

export const PAGES = ['README.md', 'CONTRIBUTING.md', 'examples/README.md', ...pagesBelow('docs')];

/** Of what is true today; evidence and decisions also tell what was. */
export const PAGES_OF_TODAY = PAGES.filter((page) => !/^docs\/(evidence|decisions)\//.test(page));

export function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** Paths from the root of the project. */
export function filesBelow(folder: string, endings: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

/** The cells of the rows of a table whose first cell begins with `first`, without what is around them. */
export function rowsOf(page: string, first: string): string[][] {
  return read(page)
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([cell]) => cell?.startsWith(first));
}

export const namesIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);

function pagesBelow(folder: string): string[] {
  return filesBelow(folder, /\.md$/);
}
