/** The checker reads what the simulator really writes: a naive but honest store holds in every check. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseFacts } from '../../src/simulator/state/ledger.ts';
import { startCarrier, type Carrier } from '../simulator/carrier.ts';
import { call, iso, violationsOf, type Row } from './records.ts';

const HOOK = 'https://hooks.dialwright.example/hooks/click2call';
const DISPOSITIONS: Record<string, string> = {
  completed: 'completed',
  dropped: 'dropped',
  'agent-no-answer': 'agent-unreached',
  'customer-no-answer': 'customer-unreached',
  'customer-busy': 'customer-unreached',
};

test('an honest store holds, and one that forgets events does not', async () => {
  const carrier = await startCarrier({
    seed: 'contract',
    timeFactor: 2_000,
    outcomeByLastDigit: false,
    dropped: 0.2,
    customerBusy: 0.2,
    agentUnreached: 0.2,
    answerReset: 0.2,
    duplicateWebhooks: 0.3,
    lateWebhooks: 0.3,
    finalizedFirst: 0.5,
    refuse: ['402:0.2'],
  });
  const numbers = Array.from({ length: 40 }, (_, index) => `+120255501${10 + index}`);
  const calls = await Promise.all(numbers.map((number, index) => dial(carrier, number, index + 1)));
  const placed = carrier.facts('decision').filter((fact) => fact.placed !== null);
  for (const { placed: one } of placed)
    await carrier.until('billed', (fact) => fact.call === one?.call);
  await allDelivered(carrier);
  const store = await exportOf(carrier, calls);
  const ledger = readFileSync(carrier.ledgerPath, 'utf8').trimEnd().split('\n');
  const demands = { atLeastCalls: 20, maxUnknown: 20 };
  expect(await violationsOf({ ledger, store }, demands)).toEqual({});
  const told = store.find((row) => Array.isArray(row['events']) && row['events'].length > 0)!;
  told['events'] = [];
  expect(Object.keys(await violationsOf({ ledger, store }, demands))).toEqual(['I5']);
});

interface Dialled {
  ref: string;
  number: string;
  intent_at: string;
  status: number | null;
  id: string | null;
}

async function dial(carrier: Carrier, number: string, contact: number): Promise<Dialled> {
  const ref = `c1.${contact}.1`;
  const intent_at = new Date().toISOString();
  const agent = { sip_account: `agent-${contact}` };
  const body = { destination: number, callback_url: `${HOOK}/${ref}.1/t0ken`, ...agent };
  const answer = await carrier.post(body).catch(() => null);
  const id = answer?.status === 201 ? answer.body.id : null;
  return { ref, number, intent_at, status: answer?.status ?? null, id };
}

/** Every planned delivery of every event has been answered. */
async function allDelivered(carrier: Carrier): Promise<void> {
  const facts = parseFacts(readFileSync(carrier.ledgerPath, 'utf8'));
  for (const fact of facts) {
    if (fact.fact !== 'transition' && fact.fact !== 'billed') continue;
    for (const { copy } of fact.deliveries)
      await carrier.until(
        'try-end',
        (end) => end.call === fact.call && end.seq === fact.seq && end.copy === copy,
      );
  }
}

async function exportOf(carrier: Carrier, dialled: Dialled[]): Promise<Row[]> {
  const rows = await Promise.all(dialled.map((one) => callRow(carrier, one)));
  const costs = rows.flatMap((row) => (typeof row['cost'] === 'string' ? [row['cost']] : []));
  const micros = costs.reduce((sum, cost) => sum + Math.round(Number(cost) * 1e6), 0);
  const campaign = { type: 'campaign', id: 'c1', state: 'completed' };
  return [{ ...campaign, total_cost: (micros / 1e6).toFixed(6) }, ...rows];
}

async function callRow(
  carrier: Carrier,
  { ref, number, intent_at, status, id: answered }: Dialled,
) {
  const told = carrier.webhooks.filter(({ path }) => path.includes(`/${ref}.1/`));
  // Where the answer was lost, the first webhook on its URL names the call.
  const id = answered ?? (told[0] ? String(told[0].body.data['id']) : null);
  const state = id !== null ? 'accepted' : status === null ? 'unknown' : 'refused';
  const placements = [{ placement: 1, state, intent_at, status, code: null }];
  const once = new Map(told.map(({ body }) => [body.event_seq, body]));
  const events = [...once.values()].map((body) => ({
    placement: 1,
    seq: body.event_seq,
    name: body.event,
    received_at: iso(0),
  }));
  const disposition = state === 'refused' ? 'not-dialled' : state;
  if (id === null) return call(ref, number, { disposition, placements, events });
  const decision = carrier.facts('decision').find(({ placed }) => placed?.call === id);
  const outcome = decision?.placed?.plan.outcome ?? '';
  return call(ref, number, {
    disposition: DISPOSITIONS[outcome],
    carrier_call_id: id,
    cost: /"cost":([\d.]+)/.exec((await carrier.read(id)).text)?.[1],
    placements,
    events,
    ...(await recordingOf(carrier, id)),
  });
}

async function recordingOf(carrier: Carrier, id: string): Promise<Row> {
  const recorded = carrier.webhooks.find(({ body }) => body.data['call_id'] === id);
  if (!recorded) return { recording: 'missing' };
  const answer = await fetch(String(recorded.body.data['recording_url']));
  if (!answer.ok) return { recording: 'missing' };
  const bytes = Buffer.from(await answer.arrayBuffer());
  const recording_sha256 = createHash('sha256').update(bytes).digest('hex');
  return { recording: 'stored', recording_sha256, recording_bytes: bytes.length };
}
