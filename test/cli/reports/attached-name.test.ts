import { expect, test } from 'vitest';
import { attachedName } from '../../../src/cli/reports/attached-name.ts';
import { attachment } from '../../../src/api/http/csv/file-names.ts';

test.each(['calls-Frühling-2026-11-23.csv', 'contacts-日本-2026-11-23.csv', 'a b.csv'])(
  '%s is the name that the server gave',
  (name) => {
    expect(attachedName(attachment(name))).toBe(name);
  },
);

test.each([
  ['attachment; filename="../../.bashrc"', 'bashrc'],
  ["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", 'passwd'],
  ['attachment; filename="C:\\windows\\x.csv"', 'x.csv'],
  ['attachment; filename*=UTF-8\'\'%E0%A4%A; filename="x.csv"', 'x.csv'],
  ['attachment; filename=".."', 'download'],
  [null, 'download'],
])('%s leaves no folder', (disposition, name) => {
  expect(attachedName(disposition)).toBe(name);
});
