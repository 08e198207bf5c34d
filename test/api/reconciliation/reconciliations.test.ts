/** Asking for comparisons with the carrier's call records, and reading them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_CARRIER_PROFILE, type CarrierProfile } from '../../../src/carrier/http/profile.ts';
import type { ReconciliationReport } from '../../../src/domain/reconciliation/reconciliation-report.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

const SPAN = { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00+01:00' };

const profileWith = (read: Record<string, string>): CarrierProfile => ({
  ...DEFAULT_CARRIER_PROFILE,
  operations: { cdr: { method: 'GET', path: '/cdr', query: {}, read } },
});

const REPORT: ReconciliationReport = {
  records: 2,
  unreadable: 0,
  unreadableCosts: 1,
  counts: {
    equal: 0,
    differs: 1,
    settles: 0,
    unpriced: 0,
    'not-over': 0,
    identifies: 0,
    doubtful: 0,
    'not-ours': 1,
    repeated: 0,
    conflicting: 0,
  },
  missing: 1,
  unexplained: 0,
  money: { ours: '0.04', theirs: '0.05', difference: '0.01', open: '0.01' },
  seizure: {
    ours: { attempts: 2, answered: 1, ratio: 0.5 },
    carrier: { why: 'not declared' },
    difference: null,
  },
  lists: {
    differs: [
      { ref: 'c1.1.1', carrierCallId: 'id-1', ours: '0.04', theirs: '0.05', difference: '0.01' },
    ],
    settles: [],
    identifies: [],
    doubtful: [],
    conflicting: [],
    notOurs: [
      {
        carrierCallId: 'id-9',
        number: '+12025550109',
        startedAtMs: 0,
        seconds: 3,
        cost: '1',
        refs: [],
      },
    ],
    missing: [
      { ref: 'c1.2.1', carrierCallId: 'id-2', number: '+12025550102', placedAtMs: 0, cost: null },
    ],
    unexplained: [],
  },
};

let on: ApiUnderTest;
beforeAll(async () => {
  on = await startApi({ carrierProfile: profileWith({ id: '/id', cost: '/cost' }) });
});
afterAll(() => on.stop());

test.each([
  ['no operation', DEFAULT_CARRIER_PROFILE, 'declares no operation `cdr`'],
  ['no pointer to the cost', profileWith({ id: '/id' }), 'no pointer `cost`'],
])('with %s declared it is refused, and why', async (_what, carrierProfile, why) => {
  const other = await startApi({ carrierProfile });
  try {
    const answer = await other.post('/v1/reconciliations', SPAN);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'call_records_not_declared' });
    expect(answer.json<{ detail: string }>().detail).toContain(why);
    expect((await other.get('/v1/reconciliations')).json()).toMatchObject({ data: [] });
  } finally {
    await other.stop();
  }
});

test.each([
  [{ from: SPAN.from }, '#/to'],
  [{ ...SPAN, from: 'yesterday' }, '#/from'],
  [{ from: SPAN.to, to: SPAN.from }, '#/to'],
  [{ from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:01Z' }, '#/to'],
  [{ ...SPAN, dry: true }, '#/dry'],
])('%j is refused, naming the field', async (body, pointer) => {
  const answer = await on.post('/v1/reconciliations', body);
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ errors: [{ pointer }] });
});

test('31 days are not too many', async () => {
  const span = { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' };
  expect((await on.post('/v1/reconciliations', span)).statusCode).toBe(202);
});

test('one that is not there is 404', async () => {
  expect((await on.get('/v1/reconciliations/r1')).statusCode).toBe(404);
});

test('is requested once under a key, started in Temporal, and kept while Temporal is away', async () => {
  on.gateway.down = true;
  const key = { 'idempotency-key': 'k1' };
  const asked = await on.post('/v1/reconciliations', SPAN, key);
  expect(asked.statusCode).toBe(202);
  const { id } = asked.json<{ id: string }>();
  expect(asked.headers['location']).toBe(`/v1/reconciliations/${id}`);
  expect(asked.json()).toMatchObject({
    state: 'open',
    from: '2026-11-21T00:00:00.000Z',
    to: '2026-11-21T23:00:00.000Z',
    report: null,
  });
  on.gateway.down = false;
  expect((await on.post('/v1/reconciliations', SPAN, key)).json()).toMatchObject({ id });
  await expect.poll(() => on.gateway.requests).toContain(`reconcile ${id}`);
});

test('shows its report in the words of the API', async () => {
  const { id } = (await on.post('/v1/reconciliations', SPAN)).json<{ id: string }>();
  const effects = { settle: [], identify: [] };
  await on.store.keepComparison(id, { report: REPORT, effects });
  await on.store.endReconciliation(id, { failed: null, unshown: [], nowMs: 0 });
  expect((await on.get(`/v1/reconciliations/${id}`)).json()).toMatchObject({
    state: 'done',
    report: {
      records: 2,
      unreadable_costs: 1,
      counts: { differs: 1, not_ours: 1 },
      missing: 1,
      answer_seizure: {
        ratio: 0.5,
        carrier: null,
        carrier_reason: 'not declared',
        difference: null,
      },
      lists: {
        differs: [{ ref: 'c1.1.1', carrier_call_id: 'id-1', difference: '0.01' }],
        not_ours: [{ started_at: '1970-01-01T00:00:00.000Z', refs: [] }],
        missing: [{ ref: 'c1.2.1', placed_at: '1970-01-01T00:00:00.000Z' }],
      },
    },
  });
});
