/** What the store shows, and the events that it implies: one for each change, and no other. */
import { expect } from 'vitest';
import type { Client } from './client-log.ts';

export interface Event {
  id: string;
  type: string;
  subject: string;
  timestamp: string;
  data: Record<string, unknown>;
}

interface Call {
  ref: string;
  carrier_call_id: string | null;
  disposition: string | null;
  cost: string | null;
  settlement: string;
  recording: string;
}

type Reads = Pick<Client, 'look'>;

async function read<Body>(client: Reads, path: string): Promise<Body | undefined> {
  const answer = await client.look(path);
  return answer?.status === 200 ? (answer.body as Body) : undefined;
}

/** Undefined while the API does not answer. */
export const callsOf = async (client: Reads, id: string): Promise<Call[] | undefined> =>
  (await read<{ data: Call[] }>(client, `/v1/campaigns/${id}/calls?limit=200`))?.data;

/** Whether the campaign is over, and no call has work left that would still write an event. */
export async function isSettled(client: Reads, id: string): Promise<boolean> {
  const campaign = await read<{ state: string }>(client, `/v1/campaigns/${id}`);
  if (campaign?.state !== 'completed') return false;
  const calls = await callsOf(client, id);
  return (calls ?? [{ settlement: 'open', recording: 'none' }]).every(
    ({ settlement, recording }) =>
      settlement !== 'open' && !['expected', 'delivered', 'wanted'].includes(recording),
  );
}

/** All events, the oldest first. */
export async function eventsOf(client: Reads): Promise<Event[]> {
  const events: Event[] = [];
  for (;;) {
    const after = events.at(-1)?.id ?? 'evt_0';
    const path = `/v1/events?limit=200&after=${after}`;
    const page = await read<{ data: Event[] }>(client, path);
    if (page?.data.length === 0) return events;
    events.push(...(page?.data ?? []));
  }
}

export function expectImplied(
  { id, contacts, calls }: { id: string; contacts: number; calls: readonly Call[] },
  events: readonly Event[],
): void {
  const refs = new Set(calls.map((call) => `calls/${call.ref}`));
  const foreign = events.filter(
    ({ type, subject }) => /^(call|recording)\./.test(type) && !refs.has(subject),
  );
  expect(foreign).toEqual([]);
  for (const call of calls) expectCallImplied(call, events);
  const of = (type: string) => events.filter((event) => event.type === type);
  const finals = of('contact.final').map(({ subject }) => subject);
  expect(finals.toSorted()).toEqual(
    Array.from({ length: contacts }, (_, n) => `campaigns/${id}/contacts/${n + 1}`).toSorted(),
  );
  expect(of('import.done')).toHaveLength(1);
  const moves = events.filter(({ subject }) => subject === `campaigns/${id}`);
  expect(moves.map(({ type }) => type)).toEqual(['campaign.started', 'campaign.completed']);
}

function expectCallImplied(call: Call, events: readonly Event[]): void {
  const subject = `calls/${call.ref}`;
  const of = (type: string) =>
    events.filter((event) => event.subject === subject && event.type === type);
  expect(of('call.placed')).toHaveLength(call.carrier_call_id === null ? 0 : 1);
  expect(of('call.ended').at(-1)?.data['disposition']).toBe(call.disposition);
  expect(of('call.settled').at(-1)?.data['cost'] ?? null).toBe(call.cost);
  expect(of('recording.stored')).toHaveLength(call.recording === 'stored' ? 1 : 0);
  // Each end differs from the one before it: none is reported twice.
  const ends = of('call.ended').map(({ data }) => data['disposition']);
  expect(ends.filter((end, index) => end === ends[index - 1])).toEqual([]);
}

export const serialOf = (id: string): number => Number(id.slice('evt_'.length));
