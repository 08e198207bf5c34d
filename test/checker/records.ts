/** A small healthy pair of ledger and export, written by hand. Each test spoils one thing of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Demands } from '../../src/checker/check.ts';
import { runChecks } from '../../src/checker/run-checks.ts';

export type Row = Record<string, unknown>;

export interface Records {
  ledger: (Row | string)[];
  store: (Row | string)[];
  /** The client's log; null where there is none. */
  client?: (Row | string)[];
}

const START_MS = Date.parse('2026-03-02T10:00:00.000Z');
const SHA = 'a'.repeat(64);
const LENIENT: Demands = {
  finished: 'all',
  atLeastCalls: 0,
  maxUnknown: Infinity,
  stopGraceMs: 1_000,
  claimGraceMs: 10_000,
};

/**
 * One campaign: contact 1 completed and recorded; contact 2 refused once, then not answered; contact
 * 3 whose POST was answered by a broken connection.
 */
export function healthy(): Records {
  const ledger: Row[] = [
    {
      fact: 'run',
      time_factor: 10,
      lookup_gap_ms: 60_000,
      request_gap_ms: 1_000,
      receiver_timeout_ms: 15_000,
    },
    ...post('r1', 'c1.1.1.1', '+12025550105', { outcome: 'accepted', status: 201, call: 'k1' }),
    ...move('k1', 1, 'agent_ringing'),
    ...move('k1', 2, 'agent_answered'),
    ...move('k1', 3, 'customer_ringing'),
    ...move('k1', 4, 'bridged'),
    ...post('r2', 'c1.2.1.1', '+12025550102', { outcome: 'refused', status: 402 }),
    ...post('r3', 'c1.2.1.2', '+12025550102', { outcome: 'accepted', status: 201, call: 'k2' }),
    ...move('k2', 1, 'agent_answered'),
    { fact: 'read', request: 'r7', call: 'k2', status: 200, state: 'agent_answered' },
    { fact: 'read', request: 'r8', call: 'k2', status: 200, state: 'agent_answered' },
    ...move('k2', 2, 'failed'),
    { fact: 'billed', call: 'k2', cost: '0.0021' },
    ...move('k1', 5, 'completed'),
    ...webhook('k1', 5, 'click2call.completed', 'c1.1.1.1'),
    { fact: 'billed', call: 'k1', cost: '0.0123' },
    { fact: 'recording', call: 'k1', sha256: SHA, bytes: 4_472 },
    { fact: 'lookup', request: 'r4', call: 'k1', over_quota: null },
    { fact: 'storage', path: '/recordings/k1.mp3', authorization: false, key_seen: false },
    ...post('r5', 'c1.3.1.1', '+12025550103', { outcome: 'accepted', status: null, call: 'k3' }),
    ...move('k3', 1, 'agent_answered'),
    ...move('k3', 2, 'failed'),
    { fact: 'billed', call: 'k3', cost: '0.001' },
    { fact: 'lookup', request: 'r6', call: 'k2', over_quota: null, at_ms: 90_000 },
  ];
  const store: Row[] = [
    { type: 'campaign', id: 'c1', state: 'completed', total_cost: '0.01440' },
    contact(1, 'final', 'completed'),
    contact(2, 'final', 'customer-unreached'),
    contact(3, 'locked', 'unknown'),
    call('c1.1.1', '+12025550105', {
      disposition: 'completed',
      carrier_call_id: 'k1',
      cost: '0.0123',
      recording: 'stored',
      recording_sha256: SHA,
      recording_bytes: 4_472,
      placements: [placement(1, 'accepted', 201)],
      events: [{ placement: 1, seq: 5, name: 'click2call.completed' }],
    }),
    call('c1.2.1', '+12025550102', {
      disposition: 'customer-unreached',
      carrier_call_id: 'k2',
      cost: '0.0021',
      placements: [placement(1, 'refused', 402), placement(2, 'accepted', 201)],
    }),
    call('c1.3.1', '+12025550103', {
      disposition: 'unknown',
      placements: [placement(1, 'unknown', null)],
    }),
  ];
  return { ledger: stamped(ledger), store };
}

export function post(
  request: string,
  placementId: string | null,
  destination: string,
  decided: { outcome: string; status: number | null; call?: string; agent?: string },
): Row[] {
  const host = 'https://hooks.dialwright.example';
  const callback_url = placementId && `${host}/hooks/click2call/${placementId}/t0ken`;
  const { outcome, status, call, agent } = decided;
  return [
    {
      fact: 'request',
      request,
      method: 'POST',
      path: '/api/v1/click2call',
      key: 'right',
      complete: true,
      body: { destination, ...(callback_url ? { callback_url } : {}) },
    },
    {
      fact: 'decision',
      request,
      outcome,
      status,
      code: null,
      destination,
      callback_url,
      placed:
        call === undefined
          ? null
          : { call, ...(agent ? { agent: { field: 'a', value: agent } } : {}) },
    },
  ];
}

export function move(call: string, seq: number, state: string): Row[] {
  return [{ fact: 'transition', call, seq, event: `click2call.${state}`, state }];
}

export function webhook(
  call: string,
  seq: number,
  event: string,
  placementId: string,
  end: Row = {},
): Row[] {
  const url = `https://hooks.dialwright.example/hooks/click2call/${placementId}/t0ken`;
  const key = { call, seq, copy: 1, try: 1, event };
  return [
    { fact: 'try', ...key, url },
    { fact: 'try-end', ...key, status: 204, error: null, latency_ms: 12, ...end },
  ];
}

export function contact(number: number, state: string, disposition: string | null): Row {
  return { type: 'contact', campaign: 'c1', contact: number, number: '', state, disposition };
}

export function placement(number: number, state: string, status: number | null): Row {
  return { placement: number, state, intent_at: iso(0), status, code: null };
}

export function call(ref: string, number: string, more: Row): Row {
  return {
    type: 'call',
    ref,
    campaign: 'c1',
    number,
    state: 'ended',
    carrier_call_id: null,
    cost: null,
    settlement: 'settled',
    recording: 'none',
    recording_sha256: null,
    recording_bytes: null,
    events: [],
    ...more,
  };
}

/** One line a millisecond, unless a row has its own instant. */
export function stamped(rows: Row[]): Row[] {
  return rows.map(({ at_ms, ...row }, index) => {
    const ms = typeof at_ms === 'number' ? at_ms : index + 1;
    return { n: index + 1, at: iso(ms), mono_ms: ms, ...row };
  });
}

export function iso(ms: number): string {
  return new Date(START_MS + ms).toISOString();
}

/** The first row that has these fields. */
export function row(rows: (Row | string)[], fields: Row): Row {
  const found = rows.find(
    (one) =>
      typeof one === 'object' &&
      Object.entries(fields).every(([name, value]) => one[name] === value),
  );
  if (typeof found !== 'object') throw new Error(`no row has ${JSON.stringify(fields)}`);
  return found;
}

export function without(rows: (Row | string)[], fields: Row): (Row | string)[] {
  const gone = row(rows, fields);
  return rows.filter((one) => one !== gone);
}

export function written({ ledger, store, client }: Records) {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-checker-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, rows: (Row | string)[]) => {
    const path = join(folder, name);
    const lines = rows.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    return path;
  };
  return {
    ledger: write('ledger.ndjson', ledger),
    export: write('export.ndjson', store),
    clientLog: client ? write('client.ndjson', client) : null,
    recordings: null,
  };
}

/** What the checks find, by id; only the ones that find something. */
export async function violationsOf(
  records: Records,
  demands: Partial<Demands> = {},
): Promise<Record<string, string[]>> {
  const results = await runChecks(written(records), { ...LENIENT, ...demands });
  const broken = results.filter(({ violations }) => violations.length > 0);
  return Object.fromEntries(broken.map(({ id, violations }) => [id, violations]));
}
