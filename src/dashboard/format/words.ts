/** How states and reasons are called on pages, and how they are coloured. */
import type { Schemas } from '../../client/client.ts';
import { MEANINGS } from '../../domain/dispositions/dispositions.ts';

/** The meaning of a colour. Text says the same, so nobody needs to see it. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'quiet';

export interface Word {
  text: string;
  tone: Tone;
}

export const CALL_STATES: Record<Schemas['Call']['state'], Word> = {
  queued: { text: 'Queued', tone: 'quiet' },
  claimed: { text: 'Claimed', tone: 'quiet' },
  waiting: { text: 'Waiting', tone: 'warn' },
  placing: { text: 'Placing', tone: 'busy' },
  accepted: { text: 'Accepted', tone: 'busy' },
  agent_ringing: { text: 'Agent rings', tone: 'busy' },
  agent_answered: { text: 'Agent answered', tone: 'busy' },
  customer_ringing: { text: 'Customer rings', tone: 'busy' },
  bridged: { text: 'Talking', tone: 'good' },
  unknown: { text: 'Unknown', tone: 'bad' },
  ended: { text: 'Ended', tone: 'quiet' },
};

export const CALLBACK_STATES: Record<Schemas['Callback']['state'], Word> = {
  scheduled: { text: 'Scheduled', tone: 'quiet' },
  due: { text: 'Due', tone: 'warn' },
  calling: { text: 'In a call', tone: 'busy' },
  done: { text: 'Done', tone: 'good' },
  missed: { text: 'Missed', tone: 'bad' },
  unknown: { text: 'Unknown', tone: 'bad' },
  paused: { text: 'Paused', tone: 'warn' },
  cancelled: { text: 'Cancelled', tone: 'quiet' },
};

/** Of one turn of a callback. */
export const TURN_STATES: Readonly<Record<string, Word>> = {
  ...CALLBACK_STATES,
  withdrawn: { text: 'Withdrawn', tone: 'quiet' },
};

export const DISPOSITIONS: Record<NonNullable<Schemas['Call']['disposition']>, Word> = MEANINGS;

export const CAMPAIGN_STATES: Record<Schemas['Campaign']['state'], Word> = {
  draft: { text: 'Draft', tone: 'quiet' },
  scheduled: { text: 'Scheduled', tone: 'busy' },
  running: { text: 'Running', tone: 'good' },
  paused: { text: 'Paused', tone: 'warn' },
  draining: { text: 'Draining', tone: 'busy' },
  completed: { text: 'Completed', tone: 'quiet' },
  cancelled: { text: 'Cancelled', tone: 'quiet' },
};

export const AGENT_ACTIVITIES: Record<Schemas['AgentActivity']['state'], Word> = {
  ready: { text: 'Ready', tone: 'good' },
  ringing: { text: 'Ringing', tone: 'busy' },
  on_call: { text: 'On a call', tone: 'busy' },
  wrap_up: { text: 'Wrap-up', tone: 'quiet' },
  paused: { text: 'Paused', tone: 'warn' },
};

/** Whether the cost of a call is known. */
export const SETTLEMENTS: Record<Schemas['Call']['settlement'], Word> = {
  none: { text: 'No cost: not accepted', tone: 'quiet' },
  open: { text: 'Cost expected', tone: 'busy' },
  settled: { text: 'Settled', tone: 'good' },
  unsettled: { text: 'Cost never came', tone: 'warn' },
};

export const RECORDINGS: Record<Schemas['Call']['recording'], Word> = {
  none: { text: 'No recording', tone: 'quiet' },
  expected: { text: 'Expected', tone: 'busy' },
  delivered: { text: 'Being fetched', tone: 'busy' },
  wanted: { text: 'In the queue', tone: 'warn' },
  stored: { text: 'Stored', tone: 'good' },
  missing: { text: 'Missing', tone: 'bad' },
};

/** A word for a state that this page does not know yet: the server may be newer. */
export function wordOf(words: Readonly<Record<string, Word>>, name: string): Word {
  return words[name] ?? { text: sentence(name), tone: 'quiet' };
}

/** `customer-unreached` → Customer unreached */
export function sentence(name: string): string {
  const text = name.replaceAll(/[-_.]/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What is told to who has set an outcome: what was not done because of it, if anything. */
export function outcomeNotice({ effects }: Schemas['Outcome'], label: string): string {
  const undone = effects.filter(({ done }) => !done).map(({ text }) => text);
  return undone.length === 0 ? `${label}.` : `${label}. Not done: ${undone.join('; ')}.`;
}
