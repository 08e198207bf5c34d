/** What one run of the model is drawn as: plain data, times as spans, so that fast-check can make it smaller. */
import type { HoldRuleFor } from '../../../src/domain/account/hold-rules.ts';
import type { OutcomeCode } from '../../../src/domain/outcomes/outcome.ts';
import type { Policy } from '../../../src/domain/campaigns/policy.ts';
import type { ConsentNote } from './rules-of-consent.ts';
import type { Disposition, Resolution } from '../../../src/domain/calls/disposition.ts';

export interface Scenario {
  startMs: number;
  agents: AgentDraw[];
  /** Of the account. */
  callsPerSecond: number | null;
  maxLiveCalls: number | null;
  campaigns: CampaignDraw[];
  /** The n-th POST gets the n-th, round and round. */
  answers: AnswerDraw[];
  steps: Step[];
}

export interface AgentDraw {
  pools: string[];
  kind: 'sip' | 'stream';
  capacity: number;
}

export interface CampaignDraw {
  rules: Partial<Policy>;
  keepOpen: boolean;
  deadlineInMs: number | null;
  /** Null: at once. */
  startsInMs: number | null;
  contacts: ContactDraw[];
}

export interface ContactDraw {
  /** Of a few phones, which campaigns share. */
  phone: number;
  /** The person's other phones, in their order. */
  further: number[];
  zones: string[] | null;
  /** Index into the agents, round and round; null: anybody. */
  agent: number | null;
  notBeforeInMs: number | null;
  notAfterInMs: number | null;
}

export interface RefusedDraw {
  status: number;
  code: string | undefined;
  details: string | undefined;
}

export interface AnswerDraw {
  /** From the claim to the POST: a worker that is slow, or was frozen. */
  claimToPostMs: number;
  postToAnswerMs: number;
  lastsMs: number;
  endToBillMs: number;
  cost: string;
  /** Whether every event of the call was seen. */
  evidenceComplete: boolean;
  outcome:
    | {
        kind: 'ends';
        as: Exclude<Disposition, 'refused' | 'not-dialled' | 'unknown'>;
        /** What a late event makes of it. */
        later: Disposition | null;
      }
    | ({ kind: 'refused' } & RefusedDraw)
    | { kind: 'not-sent' }
    /** `later`: the answer that comes when it was given up. */
    | { kind: 'unknown'; later: 'accepted' | 'refused' | null };
}

/** Campaigns, agents and calls are named by an index, which counts round and round. */
export type Step =
  /** Time passes, and everything runs as often as it should. */
  | { do: 'advance'; ms: number }
  /** Time passes, and nothing runs: processes were down. */
  | { do: 'jump'; ms: number }
  /** To a millisecond before, or after, something that will happen. */
  | { do: 'to-the-edge'; edge: number; byMs: number }
  | { do: 'move'; campaign: number; move: 'start' | 'pause' | 'resume' | 'drain' | 'cancel' }
  | { do: 'edit'; campaign: number; rules: Partial<Policy> }
  | { do: 'deadline'; campaign: number; inMs: number | null }
  | { do: 'append'; campaign: number; contacts: ContactDraw[] }
  | { do: 'suppress'; list: string; phone: number; forMs: number | null }
  | { do: 'unsuppress'; list: string; phone: number }
  /** The list is a copy of a registry, from then on; `maxAgeMs` null: it is none. */
  | { do: 'copy'; list: string; agoMs: number; maxAgeMs: number | null }
  | ({ do: 'consent'; phone: number; agoMs: number; forMs: number | null } & Pick<
      ConsentNote,
      'kind' | 'purpose'
    >)
  | { do: 'agent'; agent: number; state: 'ready' | 'paused' }
  | { do: 'pools'; agent: number; pools: string[] }
  | { do: 'account'; stopped: boolean }
  | { do: 'limits'; callsPerSecond: number | null; maxLiveCalls: number | null }
  | { do: 'lift-hold' }
  | { do: 'hold-rules'; rules: HoldRuleFor[] }
  | { do: 'hang-up'; call: number }
  /** `code`: index into the codes. */
  | { do: 'say'; call: number; code: number }
  | { do: 'resolve'; call: number; as: Resolution; redial: boolean; cost: string | null };

export const CODES: readonly OutcomeCode[] = [
  { id: 'sale', label: 'Sold', group: 'sale', next: { kind: 'policy' }, suppress: null },
  { id: 'no', label: 'No', group: 'refused', next: { kind: 'final' }, suppress: null },
  { id: 'machine', label: 'Machine', group: 'machine', next: { kind: 'policy' }, suppress: null },
  {
    id: 'wrong',
    label: 'Wrong number',
    group: 'wrong-number',
    next: { kind: 'next_number' },
    suppress: null,
  },
  {
    id: 'again',
    label: 'Again',
    group: 'talked',
    next: { kind: 'redial', rule: { delayMs: 20 * 60_000, jitter: 0.5, most: 2 } },
    suppress: null,
  },
];

export const PURPOSES = ['offers', 'service'];
export const LISTS = ['optout', 'registry'];
