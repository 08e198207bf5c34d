/** Whatever a page names must exist: files by their whole path, npm scripts, and the targets of links. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES, read, ROOT } from './documents/pages.ts';

const TEXTS = ['.env.example', '.ci/run', 'Dockerfile', 'docker-compose.yml'];
const ALL = [...PAGES, ...TEXTS];

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

test('every path on a page exists, from the root of the project', () => {
  const missing = ALL.flatMap((page) => pathsOn(page).map((path) => ({ page, path })))
    .filter(({ path }) => !existsSync(join(ROOT, path)))
    .map(({ page, path }) => `${page}: ${path}`);
  expect(missing).toEqual([]);
});

test('every npm script on a page exists', () => {
  const missing = ALL.flatMap((page) =>
    [...read(page).matchAll(/\bnpm run ([\w:-]+)/g)]
      .map((match) => match[1]!)
      .filter((name) => scripts[name] === undefined)
      .map((name) => `${page}: npm run ${name}`),
  );
  expect(missing).toEqual([]);
});

test('a page that starts server or worker does it with the flags and the environment of the npm script', () => {
  for (const name of ['server', 'worker']) {
    const [environment, flags] = scripts[name]!.split(/^exec env | node | src\//).slice(1);
    const page = read('docs/going-live.md');
    expect(page).toContain(`export ${environment}\n`);
    expect(page).toMatch(new RegExp(`/node ${flags} --env-file=\\S+ src/${name}\\.ts`));
  }
});

// Its one process runs server and worker, so it has no limit for old objects.
test('the image starts its process with the environment and the flags of the npm scripts, as far as they fit', () => {
  const [environment, flags] = scripts['server']!.split(/^exec env | node | src\//).slice(1);
  const image = read('Dockerfile');
  expect(image).toContain(`ENV ${environment}\n`);
  const own = flags!.split(' ').filter((flag) => !flag.startsWith('--max-old-space-size'));
  expect(image).toContain(
    `\nCMD ${JSON.stringify(['node', ...own, 'src/main.ts']).replaceAll(',', ', ')}`,
  );
  expect(image).toContain(`\nRUN node ${own.join(' ')} --input-type=module`);
});

test('every link on a page leads to a file, and to a heading of it', () => {
  const broken = PAGES.flatMap((page) =>
    linksOn(page)
      .filter((link) => !leadsSomewhere(page, link))
      .map(({ target, heading }) => `${page}: ${target}#${heading}`),
  );
  expect(broken).toEqual([]);
});

test('the index of documents names every page in docs, and the README the index', () => {
  const named = [...linkedOn('docs/README.md'), 'docs/README.md'];
  const unnamed = PAGES.filter((page) => /^docs\/(reference\/)?[^/]+$/.test(page)).filter(
    (page) => !named.includes(page),
  );
  expect(unnamed).toEqual([]);
  expect(linkedOn('README.md')).toContain('docs/README.md');
});

test('the index of evidence names every page of it', () => {
  const pages = PAGES.filter((page) => /^docs\/evidence\/(?!README)/.test(page));
  const named = linkedOn('docs/evidence/README.md');
  expect(pages.filter((page) => !named.includes(page))).toEqual([]);
});

test('the index of decisions has each with its title, and says which numbers were never used', () => {
  const index = read('docs/decisions/README.md');
  const decisions = PAGES.filter((page) => /^docs\/decisions\/\d/.test(page)).toSorted();
  const lines = decisions.map((page) => {
    const [title] = read(page).split('\n');
    return `- [${title!.replace(/^# /, '')}](${page.slice('docs/decisions/'.length)})`;
  });
  expect(index.split('\n').filter((line) => line.startsWith('- '))).toEqual(lines);

  const used = decisions.map((page) => Number(/\d+/.exec(page)![0]));
  const unused = Array.from({ length: Math.max(...used) }, (_, index) => index + 1).filter(
    (number) => !used.includes(number),
  );
  expect(index).toContain(`Never used: ${unused.join(', ')}.`);
});

/** Names in code marks that end as source files do, and whatever begins with one of our folders. */
function pathsOn(page: string): string[] {
  const text = read(page);
  const sources = text.matchAll(/`([\w-][\w./-]*\.(?:ts|sql))`/g);
  const below = text.matchAll(
    /(?<![\w./{}@-])((?:src|test|docs|examples|bin)\/[\w./-]*\w)(?![\w./-]*[*{…])/g,
  );
  return [...sources, ...below].map((match) => match[1]!);
}

interface Link {
  /** Empty: the page itself. */
  target: string;
  /** Empty: the page's beginning. */
  heading: string;
}

function linkedOn(page: string): string[] {
  return linksOn(page).map(({ target }) => relative(ROOT, resolve(ROOT, dirname(page), target)));
}

function linksOn(page: string): Link[] {
  return [...read(page).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .map((match) => ({ target: match[1]!, heading: match[2] ?? '' }))
    .filter(({ target }) => !/^https?:/.test(target));
}

function leadsSomewhere(page: string, { target, heading }: Link): boolean {
  const file = target === '' ? page : join(dirname(page), target);
  if (!existsSync(join(ROOT, file))) return false;
  return heading === '' || headingsOf(file).includes(heading);
}

/** As GitHub names them. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  );
}
