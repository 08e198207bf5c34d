import { describe, expect, test } from 'vitest';
import { healthy, iso, violationsOf, type Row } from './records.ts';

const HOOK = 'https://hooks.dialwright.example/hooks/click2call';

/** The campaign of the healthy records, created, filled and started within the first milliseconds. */
function beginning(): Row[] {
  return [
    ...asked(1, 0, '/v1/campaigns', { status: 201, body: { id: 'c1' } }),
    ...asked(2, 1, '/v1/campaigns/c1/contacts', { status: 200, body: { accepted: 3 } }),
    ...asked(3, 2, '/v1/campaigns/c1/start', { status: 200, body: { id: 'c1' } }),
  ];
}

/** A request, and its answer a millisecond later; null: none came. */
function asked(
  request: number,
  at_ms: number,
  path: string,
  answer: { status: number; body: Row } | null,
): Row[] {
  const question = { at: iso(at_ms), fact: 'asked', request, method: 'POST', path };
  if (!answer) return [question, { at: iso(at_ms + 1), fact: 'failed', request, why: 'reset' }];
  return [question, { at: iso(at_ms + 1), fact: 'answered', request, ...answer }];
}

function left(atMs: number, placementId: string | null): Row {
  const callback_url = placementId && `${HOOK}/${placementId}/t0ken`;
  return { at: iso(atMs), fact: 'left', destination: '+12025550105', callback_url };
}

const moved = (request: number, atMs: number, move: string, status = 200) =>
  asked(request, atMs, `/v1/campaigns/c1/${move}`, { status, body: { id: 'c1' } });
const account = (request: number, atMs: number, move: string) =>
  asked(request, atMs, `/v1/account/${move}`, { status: 200, body: {} });

async function found(client: Row[]): Promise<string[]> {
  return Object.keys(await violationsOf({ ...healthy(), client: [...beginning(), ...client] }));
}

describe('I8: POSTs while nothing may be dialled', () => {
  const PAUSED = moved(4, 1_000, 'pause');
  const LATE = left(2_100, 'c1.1.1.1');

  test.each<[string, Row[]]>([
    ['the campaign is paused', [...PAUSED, LATE]],
    ['it is cancelled', [...moved(4, 1_000, 'cancel'), LATE]],
    ['the account is stopped', [...account(4, 1_000, 'stop'), LATE]],
    ['a resume was turned away before', [...PAUSED, ...moved(5, 900, 'pause'), LATE]],
    ['a number without a callback URL is dialled', [...PAUSED, left(2_100, null)]],
    ['the campaign was never started', [left(-5_000, 'c1.1.1.1')]],
  ])('are found: %s', async (_name, client) => {
    expect(await found(client)).toContain('I8');
  });

  test.each<[string, Row[]]>([
    ['within the grace', [...PAUSED, left(1_900, 'c1.1.1.1')]],
    ['after a resume was asked', [...PAUSED, ...moved(5, 2_000, 'resume'), LATE]],
    ['when the pause was refused', [...moved(4, 1_000, 'pause', 409), LATE]],
    ['when nobody answered the pause', [...asked(4, 1_000, '/v1/campaigns/c1/pause', null), LATE]],
    [
      'after the account may go again',
      [...account(4, 1_000, 'stop'), ...account(5, 2_000, 'go'), LATE],
    ],
    [
      'of a process that was stopped meanwhile',
      [
        ...PAUSED,
        { at: iso(2_050), fact: 'frozen', who: 'worker', from: iso(900), until: iso(2_050) },
        LATE,
      ],
    ],
  ])('are fine %s', async (_name, client) => {
    expect(await found(client)).toEqual([]);
  });

  test('come from the ledger where nobody watched the requests', async () => {
    const records = healthy();
    const ledger = (records.ledger as Row[]).map((row) => ({ ...row, at: iso(60_000) }));
    const client = [...beginning(), ...moved(4, 1_000, 'pause')];
    expect(await violationsOf({ ...records, ledger, client })).toHaveProperty('I8');
  });
});

test('I1c: a POST that left twice, one of them never seen by the carrier', async () => {
  expect(await found([left(10, 'c1.1.1.1'), left(20, 'c1.1.1.1')])).toEqual(['I1c']);
  expect(await found([left(10, 'c1.1.1.1'), left(20, 'c1.2.1.1')])).toEqual([]);
});

describe('API: what was answered', () => {
  test.each<[string, Row[]]>([
    ['a campaign is gone', asked(4, 5, '/v1/campaigns', { status: 201, body: { id: 'c2' } })],
    [
      'contacts are gone',
      asked(4, 5, '/v1/campaigns/c1/contacts', { status: 200, body: { accepted: 1 } }),
    ],
    ['a cancelled campaign completed', moved(4, 9_000, 'cancel')],
  ])('is not in the store: %s', async (_name, client) => {
    expect(await found(client)).toEqual(['API']);
  });

  test('counts only where it was an answer', async () => {
    const unanswered = asked(4, 5, '/v1/campaigns', null);
    expect(await found([...unanswered, ...moved(5, 9_000, 'cancel', 409)])).toEqual([]);
  });
});

describe('I10: the way to rest', () => {
  const OVER = { at: iso(10), fact: 'faults-over' };
  const rest = (atMs: number, stuck: string[] = []) => ({
    at: iso(atMs),
    fact: 'at-rest',
    within_ms: 5_000,
    stuck,
  });

  test('in time is fine', async () => expect(await found([OVER, rest(5_000)])).toEqual([]));
  test('too long', async () => expect(await found([OVER, rest(5_011)])).toEqual(['I10']));
  test('something stuck', async () =>
    expect(await found([OVER, rest(20, ['campaign c1 is running'])])).toEqual(['I10']));
  test('never seen', async () => expect(await found([OVER])).toEqual(['I10']));
});

test('what is no client’s log is refused', async () => {
  await expect(found([{ fact: 'run' }])).rejects.toThrow('not a line of a client’s log');
  await expect(found([{ at: iso(1), fact: 'answered', request: 77 }])).rejects.toThrow(
    'no request',
  );
});
