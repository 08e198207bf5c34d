/** Faults that strike Temporal itself and what runs on it: rows F21, F23, F25, F41 and F42 of the fault matrix. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyTime, type Entry } from './catalogue-entries.ts';
import type { Action, Target } from './faults.ts';

type DoOf<Do extends Action['do']> = Extract<Action, { do: Do }>;

/** Of a call: those without a payload. The ingress names others after the newest event in them. */
const TO_A_CALL = ['poke', 'call.hangup', 'inbox.read', 'recording.delivered', 'recording.settled'];
const AN_EVENT = 'click2call.bridged';
const CARRIER_OPERATIONS = join(import.meta.dirname, '../../examples/carrier-operations.json');
/** It brings the reconciliation’s schedule with it. */
const COMPARES_RECORDS = {
  operations: (JSON.parse(readFileSync(CARRIER_OPERATIONS, 'utf8')) as { operations: object })
    .operations,
};

function signal(
  to: Target,
  what: { name: string; weight: number; signals: string[]; payload: DoOf<'signal'>['payload'] },
): Entry {
  const { name, weight, signals, payload } = what;
  return {
    weight,
    cell: 'F25',
    name,
    draw: (chance) => ({
      moment: anyTime(chance),
      do: 'signal',
      to,
      signal: chance.pick(signals),
      payload,
    }),
  };
}

function terminate(what: Target, weight: number): Entry {
  return {
    weight,
    cell: 'F23',
    name: `terminated by hand: ${what}`,
    slow: true,
    draw: (chance) => ({ moment: anyTime(chance), do: 'terminate', what }),
  };
}

function schedule(which: DoOf<'schedule'>['which'], act: DoOf<'schedule'>['act']): Entry {
  return {
    weight: which === 'sweep' ? 2 : 1,
    cell: 'F42',
    name: `by hand: ${act} the schedule ${which}`,
    slow: true,
    draw: (chance) => ({
      moment: anyTime(chance),
      do: 'schedule',
      which,
      act,
      ...(which === 'reconciliation' ? { profile: COMPARES_RECORDS } : {}),
    }),
  };
}

function incompatible(how: 'beside' | 'instead', name: string): Entry {
  return {
    weight: 1,
    cell: 'F21',
    name,
    draw: (chance) => ({
      moment: anyTime(chance),
      do: 'incompatible',
      how,
      forMs: chance.whole(3_000, 8_000),
    }),
  };
}

export const OF_TEMPORAL: Entry[] = [
  incompatible('instead', 'a build on which no history replays, instead of the right one'),
  incompatible('beside', 'a build on which no history replays, beside the right one'),
  {
    weight: 2,
    cell: 'F21',
    name: 'a build on which no history replays, from now on',
    draw: (chance) => ({ moment: anyTime(chance), do: 'incompatible', how: 'for good' }),
  },
  signal('campaign', {
    name: 'a signal that cannot be decoded, to the campaign',
    signals: ['campaign.changed'],
    payload: 'undecodable',
    weight: 2,
  }),
  signal('call', {
    name: 'a signal that cannot be decoded, to a call',
    signals: TO_A_CALL,
    payload: 'undecodable',
    weight: 2,
  }),
  signal('call', {
    name: 'an event that cannot be decoded, to a call',
    signals: [AN_EVENT],
    payload: 'undecodable',
    weight: 2,
  }),
  signal('call', {
    name: 'an event of another form, to a call',
    signals: [AN_EVENT],
    payload: 'misshapen',
    weight: 1,
  }),
  signal('call', {
    name: 'an event with nothing in it, to a call',
    signals: [AN_EVENT],
    payload: 'nothing',
    weight: 1,
  }),
  signal('desk', {
    name: 'a signal that cannot be decoded, to the recording desk',
    signals: ['desk.wake'],
    payload: 'undecodable',
    weight: 1,
  }),
  ...(['delete', 'pause'] as const).flatMap((act) => [
    schedule('sweep', act),
    schedule('reconciliation', act),
  ]),
  terminate('call', 3),
  terminate('campaign', 2),
  terminate('desk', 1),
  {
    weight: 3,
    cell: 'F41',
    name: 'Temporal comes back empty',
    draw: (chance) => ({
      moment: anyTime(chance),
      do: 'empty-temporal',
      downMs: chance.whole(0, 1_500),
      bare: chance.happens(0.5),
    }),
  },
];
