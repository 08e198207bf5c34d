import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runChecks } from '../../src/checker/run-checks.ts';
import { call, healthy, iso, post, row, stamped, violationsOf, written } from './records.ts';
import type { Records, Row } from './records.ts';

const NUMBER = '+12025550107';
const FAR_MS = 20_000;

function at(ms: number, rows: Row[]): Row[] {
  return rows.map((one) => ({ ...one, at_ms: ms }));
}

const refusal = (request: string, ref: string, ms: number): Row[] =>
  at(ms, post(request, `${ref}.1`, NUMBER, { outcome: 'refused', status: 402 }));

const refusedCall = (ref: string, ms: number): Row =>
  call(ref, NUMBER, {
    disposition: 'not-dialled',
    placements: [{ placement: 1, state: 'refused', intent_at: iso(ms), status: 402, code: null }],
  });

async function broken(records: Records): Promise<string[]> {
  return Object.keys(await violationsOf(records));
}

describe('I2c: a call that ended unknown', () => {
  const again = (ms: number): Records => {
    const records = healthy();
    const posted = at(
      ms,
      post('r9', 'c1.3.2.1', '+12025550103', { outcome: 'dropped', status: null }),
    );
    records.ledger.push(...stamped(posted));
    const placements = [
      { placement: 1, state: 'unknown', intent_at: iso(ms), status: null, code: null },
    ];
    records.store.push(call('c1.3.2', '+12025550103', { disposition: 'not-dialled', placements }));
    return records;
  };

  test('its number must not be dialled again', async () => {
    expect(await broken(again(FAR_MS))).toEqual(['I2c']);
  });

  test('what was dialled before it is fine', async () => {
    expect(await broken(again(-FAR_MS))).toEqual([]);
  });

  test('its own POST without a callback URL may reach the carrier late; a second one may not', async () => {
    const records = healthy();
    const number = '+12025550109';
    const unknown = { placement: 1, state: 'unknown', status: null, code: null };
    records.store.push(
      call('c1.4.1', number, {
        disposition: 'unknown',
        placements: [{ ...unknown, intent_at: iso(0) }],
      }),
    );
    const dropped = { outcome: 'dropped', status: null };
    records.ledger.push(...stamped(at(FAR_MS, post('r8', null, number, dropped))));
    expect(await broken(records)).toEqual([]);
    records.ledger.push(...stamped(at(FAR_MS, post('r9', null, number, dropped))));
    expect(await broken(records)).toContain('I2c');
  });
});

test('I2c: however its placement is recorded, an unknown call keeps its number', async () => {
  const records = healthy();
  // As the store has it while nothing has settled what a killed worker left.
  const placements = [
    { placement: 1, state: 'intent', intent_at: iso(0), status: null, code: null },
  ];
  Object.assign(row(records.store, { ref: 'c1.3.1' }), { placements });
  const dropped = { outcome: 'dropped', status: null };
  const again = post('r9', 'c1.3.2.1', '+12025550103', dropped);
  records.ledger.push(...stamped(at(FAR_MS, again)));
  expect(await violationsOf(records)).toMatchObject({
    I2c: [expect.stringContaining('its number was dialled again by c1.3.2.1')],
  });
});

describe('I11b: the carrier has refused the account', () => {
  const tries = (...moments: number[]): Records => {
    const records = healthy();
    const refs = ['c1.7.1', ...moments.map((_, index) => `c1.7.${index + 2}`)];
    [FAR_MS, ...moments].forEach((ms, index) => {
      records.ledger.push(...stamped(refusal(`r${20 + index}`, refs[index]!, ms)));
      records.store.push(refusedCall(refs[index]!, ms));
    });
    return records;
  };

  test('two calls must not try at once afterwards', async () => {
    expect(await broken(tries(FAR_MS + 4_000, FAR_MS + 4_005))).toEqual(['I11b']);
  });

  test('one by one is fine, and so is what was on its way', async () => {
    expect(await broken(tries(FAR_MS + 5, FAR_MS + 8, FAR_MS + 4_000, FAR_MS + 5_000))).toEqual([]);
  });
});

describe('I11c: a contact that was not reached', () => {
  const given = (max_attempts: number): Records => ({
    ...healthy(),
    client: [
      {
        at: iso(0),
        fact: 'asked',
        request: 1,
        method: 'POST',
        path: '/v1/campaigns',
        body: { redial: { max_attempts, max_calls: 9 } },
      },
      { at: iso(1), fact: 'answered', request: 1, status: 201, body: { id: 'c1' } },
      { at: iso(2), fact: 'asked', request: 2, method: 'POST', path: '/v1/campaigns/c1/start' },
      { at: iso(3), fact: 'answered', request: 2, status: 200, body: { id: 'c1' } },
    ],
  });

  test('must not be given up for a refusal', async () => {
    const records = given(2);
    row(records.store, { type: 'contact', contact: 2 })['number'] = '+12025550102';
    expect(await broken(records)).toEqual(['I11c']);
  });

  test('may be when its calls were made, or when its campaign was cancelled', async () => {
    const made = given(1);
    row(made.store, { type: 'contact', contact: 2 })['number'] = '+12025550102';
    expect(await broken(made)).toEqual([]);
    const cancelled = given(2);
    row(cancelled.store, { type: 'campaign' })['state'] = 'cancelled';
    expect(await broken(cancelled)).toEqual([]);
  });
});

test('I5b: an event stands in the store twice', async () => {
  const records = healthy();
  const { events } = row(records.store, { ref: 'c1.1.1' }) as { events: Row[] };
  events.push({ ...events[0] });
  expect(await broken(records)).toEqual(['I5b']);
});

describe('I6b: what others than the carrier send', () => {
  const sent = (token: string, status: number | null): Records => ({
    ...healthy(),
    client: [{ at: iso(5), fact: 'intruded', path: '/hooks/click2call/c1.1.1.1/x', token, status }],
  });

  test.each([
    ['right', 400],
    ['right', 404],
    ['right', 302],
    ['guessed', 204],
  ])('on a %s URL is answered %d', async (token, status) => {
    expect(await broken(sent(token, status))).toEqual(['I6b']);
  });

  test.each([
    ['right', 204],
    ['right', 408],
    ['right', 503],
    ['right', null],
    ['guessed', 404],
  ])('on a %s URL may be answered %s', async (token, status) => {
    expect(await broken(sent(token, status))).toEqual([]);
  });
});

describe('I13b: files of recordings', () => {
  const WHOLE = Buffer.from('ID3 all of it');
  const sha256 = createHash('sha256').update(WHOLE).digest('hex');

  async function brokenWith(files: Record<string, Buffer>): Promise<string[]> {
    const records = healthy();
    const made = { sha256, bytes: WHOLE.length };
    Object.assign(row(records.ledger, { fact: 'recording' }), made);
    const kept = { recording_sha256: sha256, recording_bytes: WHOLE.length };
    Object.assign(row(records.store, { ref: 'c1.1.1' }), kept);
    const folder = mkdtempSync(join(tmpdir(), 'dialwright-recordings-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const demands = {
      finished: 'all' as const,
      atLeastCalls: 0,
      maxUnknown: 9,
      stopGraceMs: 1_000,
      claimGraceMs: 0,
    };
    const results = await runChecks({ ...written(records), recordings: folder }, demands);
    return results.filter(({ violations }) => violations.length > 0).map(({ id }) => id);
  }

  test('a whole one is fine, beside partial files of other names', async () => {
    const partial = WHOLE.subarray(0, 5);
    expect(await brokenWith({ 'c1.1.1.mp3': WHOLE, 'c1.1.1.mp3.a1.partial': partial })).toEqual([]);
  });

  test('one that is cut, of another call, or not there', async () => {
    expect(await brokenWith({ 'c1.1.1.mp3': WHOLE.subarray(0, 5) })).toEqual(['I13b']);
    expect(await brokenWith({ 'c1.1.1.mp3': WHOLE, 'c1.2.1.mp3': WHOLE })).toEqual(['I13b']);
    expect(await brokenWith({})).toEqual(['I13b']);
  });
});
