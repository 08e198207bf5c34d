/** `dialwright reconcile`, the program itself, against a server with the answers of the test. */
import { expect, test } from 'vitest';
import { httpServer } from '../../carrier/servers.ts';
import { runProgram } from '../run-program.ts';

const COUNTS = {
  equal: 4,
  differs: 0,
  settles: 0,
  unpriced: 0,
  not_over: 0,
  identifies: 0,
  doubtful: 0,
  not_ours: 0,
  repeated: 0,
  conflicting: 0,
};
const LISTS = {
  differs: [],
  settles: [],
  identifies: [],
  doubtful: [],
  conflicting: [],
  not_ours: [],
  missing: [],
  unexplained: [],
};
const REPORT = {
  records: 4,
  unreadable: 0,
  unreadable_costs: 2,
  counts: COUNTS,
  missing: 0,
  unexplained: 0,
  money: { ours: '0.042', theirs: '0.042', difference: '0', open: '0' },
  answer_seizure: {
    attempts: 4,
    answered: 3,
    ratio: 0.75,
    carrier: 0.5,
    carrier_of_span: false,
    carrier_reason: null,
    difference: -0.25,
  },
  lists: LISTS,
};
const OPEN = {
  id: 'r1',
  from: '2026-11-21T00:00:00.000Z',
  to: '2026-11-22T00:00:00.000Z',
  state: 'open',
  reason: null,
  currency: 'EUR',
  report: null,
};

/** Answers in turn; the last one again. */
async function answered(bodies: unknown[], ...args: string[]) {
  const server = await httpServer((_request, response) => {
    const body = bodies[Math.min(server.seen.length, bodies.length) - 1];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const env = { DIALWRIGHT_URL: server.origin, DIALWRIGHT_API_KEY: 'a-key-of-the-test' };
  return { ...(await runProgram(['reconcile', ...args], env)), seen: server.seen };
}

test('asks, waits until it is done, and shows counts, money and both ratios', async () => {
  const bodies = [OPEN, OPEN, { ...OPEN, state: 'done', report: REPORT }];
  const { code, out, seen } = await answered(bodies, '--to', '2026-11-22T00:00:00Z');
  expect(code).toBe(0);
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/reconciliations',
    'GET /v1/reconciliations/r1',
    'GET /v1/reconciliations/r1',
  ]);
  expect(JSON.parse(seen[0]!.body)).toEqual({
    from: '2026-11-21T00:00:00.000Z',
    to: '2026-11-22T00:00:00.000Z',
  });
  expect(out).toMatch(/call records +4\nequal +4 +the costs agree/);
  expect(out).toContain('money  ours 0.042 EUR, theirs 0.042 EUR, difference 0 EUR');
  expect(out).toContain(
    '3 of 4 answered: 0.75; theirs 0.5 (of a span of its own), difference -0.25',
  );
  expect(out).toMatch(/odd costs +2 +no amount/);
  expect(out).not.toContain('doubtful');
});

test('what a person must check is listed, and ends with 3', async () => {
  const line = { ref: 'c1.1.1', carrier_call_id: 'id-1', ours: '1', theirs: '2', difference: '1' };
  const report = {
    ...REPORT,
    counts: { ...COUNTS, differs: 1 },
    unexplained: 1,
    lists: {
      ...LISTS,
      differs: [line],
      unexplained: [
        {
          ref: 'c2.1.1',
          number: '+12025550101',
          placed_at: 'then',
          carrier_call_id: null,
          cost: null,
        },
      ],
    },
  };
  const { code, out } = await answered([{ ...OPEN, state: 'done', report }]);
  expect(code).toBe(3);
  expect(out).toMatch(
    /differs\ncall +carrier’s id +ours \(EUR\) +theirs \(EUR\) +difference \(EUR\)\nc1\.1\.1 +id-1 +1 +2 +1/,
  );
  expect(out).toMatch(/unexplained\ncall .*\nc2\.1\.1 +\+12025550101 +then/);
});

test('one that failed shows the reason, and ends with 1; --json gives the answer as it is', async () => {
  const failed = { ...OPEN, state: 'failed', reason: 'the operation cdr was refused: HTTP 403' };
  const { code, out } = await answered([failed]);
  expect(code).toBe(1);
  expect(out).toContain('r1 is failed: the operation cdr was refused: HTTP 403');
  const json = await answered([failed], '--json');
  expect(JSON.parse(json.out)).toEqual(failed);
});

test('one that does not end is not waited for without an end', async () => {
  const { code, talk } = await answered([OPEN], '--wait', '1');
  expect(code).toBe(1);
  expect(talk).toContain('r1 has not ended after 1 s');
  expect(talk).toContain('`dialwright reconcile --last`');
});

test.each(['--from', '--to'])('--last with %s is refused, and nothing is asked', async (option) => {
  const { code, talk, seen } = await answered([], '--last', option, '2026-11-22T00:00:00Z');
  expect({ code, seen }).toEqual({ code: 2, seen: [] });
  expect(talk).toContain(option);
});

test('--last makes none; where there is none it shows how to make one', async () => {
  const done = { ...OPEN, state: 'done', report: REPORT };
  const { code, out, seen } = await answered(
    [{ data: [{ id: 'r1' }], next_cursor: null }, done],
    '--last',
  );
  expect(code).toBe(0);
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/reconciliations?limit=1',
    'GET /v1/reconciliations/r1',
  ]);
  expect(out).toContain('r1 is done');
  const none = await answered([{ data: [], next_cursor: null }], '--last');
  expect(none.code).toBe(4);
  expect(none.talk).toContain('`dialwright reconcile` makes one');
});
