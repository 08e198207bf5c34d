import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LICENCES } from '../../tools/release/licences.ts';
import {
  licencesRefused,
  notesOf,
  refusals,
  type Lock,
  type Tree,
} from '../../tools/release/release-rules.ts';

const RELEASE: Tree = {
  changed: [],
  version: '0.2.0',
  changelog:
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-11-01\n\n- B.\n',
  upgrading:
    '| Version    | Schema |\n| ---------- | -----: |\n| 0.1.0      |      1 |\n| 0.2.0      |      3 |\n',
  schema: 3,
  chart: { version: '0.2.0', appVersion: '0.2.0' },
};

test('a tree without changes, with notes and with the schema it promises is a release', () => {
  expect(refusals(RELEASE)).toEqual([]);
  expect(refusals({ ...RELEASE, chart: null })).toEqual([]);
  expect(notesOf(RELEASE.changelog, '0.2.0')).toBe('### Added\n\n- A.');
});

test.each<[string, Partial<Tree>, RegExp]>([
  ['changes', { changed: [' M src/main.ts'] }, /not committed: M src\/main\.ts$/],
  ['no notes', { changelog: '## [Unreleased]\n\n- A.\n' }, /no section "## \[0\.2\.0\] - date"/],
  ['no schema promised', { upgrading: '' }, /does not say which schema 0\.2\.0 has/],
  ['a step since the version', { schema: 4 }, /promises schema 3 for 0\.2\.0, and the tree has 4/],
  ['another chart', { chart: { version: '0.2.0', appVersion: '0.1.0' } }, /the chart says 0\.1\.0/],
])('a tree with %s is none', (_what, change, why) => {
  expect(refusals({ ...RELEASE, ...change })).toEqual([expect.stringMatching(why)]);
});

test('of alternatives one licence must be allowed, else all of them; tools may have more', () => {
  const lock = (license: string | undefined, dev = false): Lock => ({
    packages: {
      '': { license: 'none' },
      'node_modules/a/node_modules/@b/c': { ...(license && { license }), dev },
    },
  });
  const rules = { allowed: ['MIT', 'ISC'], allowedForTools: ['MPL-2.0'], stated: {} };
  const isRefused = (one: Lock) => licencesRefused(one, rules).length > 0;
  expect(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC'].map((one) => isRefused(lock(one)))).toEqual([
    false,
    false,
    false,
  ]);
  expect(
    ['GPL-3.0', 'MIT AND GPL-3.0', '(MIT OR GPL-3.0) AND GPL-3.0', 'MPL-2.0', undefined].filter(
      (one) => !isRefused(lock(one)),
    ),
  ).toEqual([]);
  expect(isRefused(lock('MPL-2.0', true))).toBe(false);
  expect(licencesRefused(lock(undefined), rules)).toEqual(['@b/c: no licence']);
  expect(licencesRefused(lock(undefined), { ...rules, stated: { '@b/c': 'ISC' } })).toEqual([]);
});

test('the licences of all packages are allowed', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  expect(licencesRefused(lock, LICENCES)).toEqual([]);
});
