import { expect, test } from 'vitest';
import type { Schemas } from '../../../../src/client/client.ts';
import {
  happeningsOf,
  offsetOf,
  textOf,
  wordOfHappening,
} from '../../../../src/dashboard/pages/call/call-timeline.ts';

const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
const entry = (seconds: number, kind: string, text: string) => ({
  at: at(seconds),
  kind,
  text,
  placement: null,
  seq: null,
});
const decided = (placement: number, seconds: number) =>
  ({
    placement,
    state: 'accepted',
    intent_at: at(seconds),
    outcome_at: null,
    zone_data: null,
    decision: { decided_at: at(seconds) } as Schemas['DecisionRecord'],
  }) as const;

test('what came after the request says how long after it, and what came with it or before does not', () => {
  expect(offsetOf(at(12.34), at(12))).toMatch(/^\+0\.3/);
  expect(offsetOf(at(77), at(12))).toBe('+1:05');
  for (const [then, sent] of [
    [at(12), at(12)],
    [at(11), at(12)],
    [at(12), null],
  ] as const)
    expect(offsetOf(then, sent)).toBeUndefined();
});

test('a decision comes before the request that it allowed, and the timeline keeps its order', () => {
  const timeline = [
    entry(10, 'claimed', 'claimed'),
    entry(11, 'placement', 'placement 1: intent written'),
    entry(11, 'placement', 'placement 1: accepted'),
    entry(15, 'event', 'bridged'),
  ];
  const webhook = { at: at(12), placement: 1, reason: 'is no JSON', body: '<', bytes: 1 };
  const all = happeningsOf({ timeline, unreadable_webhooks: [webhook] }, [decided(1, 11)]);
  expect(
    all.map((one) => [wordOfHappening(one).text, one.kind === 'entry' ? one.entry.text : '']),
  ).toEqual([
    ['Agent', 'claimed'],
    ['Decision', ''],
    ['Request', 'placement 1: intent written'],
    ['Request', 'placement 1: accepted'],
    ['Unreadable', ''],
    ['Carrier', 'bridged'],
  ]);
});

test('a placement without a record, and a kind that is not known here, are no fault', () => {
  const all = happeningsOf({ timeline: [entry(1, 'moved', 'x')], unreadable_webhooks: [] }, [
    { ...decided(1, 1), decision: null },
  ]);
  expect(all.map((one) => wordOfHappening(one).text)).toEqual(['moved']);
});

test('an event of the carrier has a sentence and its name; another text stays as it is', () => {
  expect(textOf({ kind: 'event', text: 'click2call.bridged' })).toEqual({
    text: 'Agent and customer talk',
    name: 'click2call.bridged',
  });
  expect(textOf({ kind: 'event', text: 'click2call.new_one' }).text).toBe('click2call.new_one');
  expect(textOf({ kind: 'note', text: 'hang-up requested' })).toEqual({
    text: 'hang-up requested',
    name: undefined,
  });
});

test.each([
  ['claimed', 'claimed, with an agent', 'An agent was taken for the call'],
  ['placement', 'placement 2: intent written', 'Request 2 was written down, then sent'],
  [
    'placement',
    'placement 1: refused with 402 insufficient_funds',
    'The carrier refused the call: 402 insufficient_funds',
  ],
  ['observation', 'GET shows completed', 'The carrier shows the call as completed'],
  ['ended', 'customer-unreached, not confirmed', 'Customer not reached, not confirmed'],
  ['recording', 'link delivered', 'The carrier sent the link of the recording'],
])('an operator reads a line of %s as a sentence: %s', (kind, text, said) => {
  expect(textOf({ kind, text })).toEqual({ text: said, name: text });
});

test('an event that arrived late stays where its number puts it, with the time of its arrival', () => {
  const timeline = [
    entry(10, 'claimed', 'claimed'),
    { ...entry(15, 'event', 'agent_ringing'), seq: 1 },
    { ...entry(12, 'event', 'bridged'), seq: 2 },
    entry(16, 'ended', 'completed'),
  ];
  const all = happeningsOf({ timeline, unreadable_webhooks: [] }, [decided(1, 11)]);
  expect(all.map((one) => (one.kind === 'entry' ? one.entry.text : one.kind))).toEqual([
    'claimed',
    'decision',
    'agent_ringing',
    'bridged',
    'completed',
  ]);
});
