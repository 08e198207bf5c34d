import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { add, equal, parseDecimal, show } from '../../src/checker/limits/decimal.ts';
import { placementOfUrl } from '../../src/checker/records/placement-id.ts';
import { report } from '../../src/checker/report.ts';
import { contact, healthy, iso, post, row, stamped, written } from './records.ts';

const MAIN = join(import.meta.dirname, '../../src/checker/main.ts');

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
  });
}

describe('the program', () => {
  test('exits 0 when everything holds', async () => {
    const files = written(healthy());
    const { code, out } = await run('--ledger', files.ledger, '--export', files.export);
    expect(code).toBe(0);
    expect(out).toMatch(/^I4 .* holds$/m);
  });

  test('prints its options when asked, and names what was not checked', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringMatching(/^usage:/) });
    const files = written(healthy());
    const { out } = await run('--ledger', files.ledger, '--export', files.export);
    expect(out).toMatch(/^I6b .* 0 {2}not exercised$/m);
  });

  test('a campaign that has not ended is still running, unless its end is demanded', async () => {
    const records = healthy();
    row(records.store, { type: 'campaign' })['state'] = 'running';
    records.store.push(contact(4, 'due', null));
    Object.assign(row(records.store, { ref: 'c1.1.1' }), { cost: null, settlement: 'open' });
    Object.assign(row(records.store, { ref: 'c1.1.1' }), { recording: 'expected' });
    row(records.store, { type: 'campaign' })['total_cost'] = '0.0021';
    const files = written(records);
    const judge = ['--ledger', files.ledger, '--export', files.export];
    const running = await run(...judge);
    expect(running.out).toMatch(/^END .* still running: 1 under way$/m);
    expect(running.out).not.toContain('VIOLATED');
    expect(running.code).toBe(0);
    const demanded = await run(...judge, '--finished');
    expect(demanded.out).toMatch(/^END .* 1 VIOLATED$/m);
    expect(demanded.code).toBe(1);
  });

  test('what the carrier wrote after the export is not held against it', async () => {
    const records = healthy();
    records.store.unshift({ type: 'export', at: iso(100_000) });
    const later = post('r9', 'c1.9.1.1', '+12025550109', {
      outcome: 'accepted',
      status: 201,
      call: 'k9',
    });
    records.ledger.push(...stamped(later.map((line) => ({ ...line, at_ms: 100_001 }))));
    const files = written(records);
    const { code, out } = await run('--ledger', files.ledger, '--export', files.export);
    expect(out).not.toContain('VIOLATED');
    expect(code).toBe(0);
  });

  test('exits 1 and shows the evidence when something does not', async () => {
    const records = healthy();
    row(records.store, { ref: 'c1.1.1' })['cost'] = '0.0124';
    const files = written(records);
    const { code, out } = await run('--ledger', files.ledger, '--export', files.export);
    expect(code).toBe(1);
    expect(out).toContain('the store shows 0.0124, the carrier billed 0.0123');
  });

  test('exits 2 when it cannot be run', async () => {
    const files = written(healthy());
    const wrong = [
      [],
      ['--ledger', files.ledger],
      ['--ledger', '/nowhere', '--export', files.export],
      ['--ledger', files.export, '--export', files.export],
      ['--ledger', files.ledger, '--export', files.ledger],
      ['--ledger', files.ledger, '--export', files.export, '--max-unknown', 'few'],
    ];
    const codes = await Promise.all(wrong.map(async (args) => (await run(...args)).code));
    expect(codes).toEqual(wrong.map(() => 2));
  });
});

test('the report shows so many violations and counts the rest', () => {
  const violations = ['one', 'two', 'three'];
  const text = report([{ id: 'I1', rule: 'something', cases: 9, violations }], 2);
  expect(text).toContain('3 VIOLATED');
  expect(text).toMatch(/ {2}two\n {2}and 1 more/);
});

test('decimals are exact and of any length', () => {
  const of = (text: string) => parseDecimal(text)!;
  expect(show(add(of('0.1'), of('0.2')))).toBe('0.3');
  expect(show(add(of('-1.005'), of('1')))).toBe('-0.005');
  expect(equal(of('0.10'), of('0.1'))).toBe(true);
  expect(equal(of('0.1'), of('0.1000000000000000001'))).toBe(false);
  expect(parseDecimal('1e-3')).toBeUndefined();
});

test('the callback URL names the placement', () => {
  const id = { ref: 'c7f3k2.17.1', placement: 2 };
  expect(placementOfUrl('https://a.example/hooks/click2call/c7f3k2.17.1.2/t0k')).toEqual(id);
  expect(placementOfUrl('https://a.example/base/hooks/click2call/c7f3k2.17.1.2/t')).toEqual(id);
  expect(placementOfUrl('https://a.example/hooks/recordings/t0k')).toBeNull();
  expect(placementOfUrl(null)).toBeNull();
});
