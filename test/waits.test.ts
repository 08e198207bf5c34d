/** Each reason of a wait has a text in every place where people look, and a line in docs/waits.md. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CampaignProgressView } from '../src/api/campaigns/campaign-view.ts';
import { CALL_WAITS } from '../src/domain/calls/call-wait.ts';
import {
  campaignNext,
  WAITING_REASONS,
  type CampaignFacts,
  type WaitingReason,
} from '../src/domain/campaigns/campaign-progress.ts';
import { RULE_NAMES } from '../src/domain/planning/explain/rules.ts';
import { progressLine, formatDoing } from '../src/terminal/campaign-format.ts';
import { formatBoard } from '../src/workflows/campaign-board.ts';
import { progressOf } from './terminal/progress-of.ts';
import { DIALLING_FACTS } from './domain/campaigns/dialling-facts.ts';

const NOON = Date.UTC(2027, 4, 4, 12);

const FACTS: CampaignFacts = { ...DIALLING_FACTS, nextDayAtMs: NOON };

/** What makes a campaign wait for each reason. The store adds its own faults, and what stands still besides campaigns. */
type OfTheStore = 'store' | 'workflow' | 'temporal' | 'worker';
const CAMPAIGNS: Record<Exclude<WaitingReason, OfTheStore>, Partial<CampaignFacts>> = {
  start: { state: 'scheduled', startsAtMs: NOON },
  resume: { state: 'paused', stateReason: 'the hold lasted too long' },
  'account-stop': { accountStopped: true },
  hold: { hold: { reason: '402 insufficient_funds', untilMs: NOON, timeout: null } },
  'retry-after': { retryAfter: { reason: '429 too_many_requests', untilMs: NOON } },
  budget: { budget: { kind: 'closed', cap: 'per-day' } },
  time: { dueNow: 0, nextDueAtMs: NOON, nextDueReason: 'window' },
  'agents-busy': { freeAgents: 0, agentsOnCall: 1 },
  agents: { freeAgents: 0, pausedUntilMs: NOON },
  numbers: { dueAndFree: 'no-number' },
  calls: { dueNow: 0, liveCalls: 1 },
  redial: { dueNow: 0, nextDueAtMs: NOON },
  contacts: { dueNow: 0, keepOpen: true },
};

describe('a campaign that waits says so in each place, with its end if that is known', () => {
  test.each(Object.entries(CAMPAIGNS))('%s', (reason, change) => {
    const next = campaignNext({ ...FACTS, ...change });
    if (next.kind !== 'wait') throw new Error(`it does not wait: ${next.kind}`);
    const { text, untilMs } = next.waitingFor;
    expect(next.waitingFor.reason).toBe(reason);

    const until = untilMs === null ? null : new Date(untilMs).toISOString();
    const waiting = { ...next.waitingFor, until, since: '2027-05-04T11:00:00.000Z' };
    const answer = CampaignProgressView.shape.waiting_for.parse(waiting)!;
    expect(answer.text).toBe(text);

    const progress = { ...progressOf({}), waiting_for: answer };
    const end = until === null ? '' : `, until ${until}`;
    expect(formatDoing(progress)).toBe(`waiting: ${text}${end}`);
    expect(progressLine(progress, 300)).toContain(`waiting: ${text}`);

    const untilMinute = until === null ? '' : ' until 2027-05-04 12:00 UTC';
    const [board] = formatBoard(sliceOf(next), WHERE).replaceAll('\\', '').split('\n');
    expect(board).toContain(`waiting${untilMinute}: ${text}`);
  });
});

const WHERE = { namespace: 'default', campaignId: 'c1', started: 0 };
const sliceOf = (next: ReturnType<typeof campaignNext>) => ({
  next,
  leave: true,
  started: 0,
  liveCalls: 0,
  campaignName: 'Spring offers',
  dispatchAgainMs: 1_000,
  counts: {
    atMs: NOON,
    contacts: { due: 1, claimed: 0, final: 0, locked: 0 },
    callsByDisposition: {},
    cost: '0',
    perMinute: null,
  },
});

describe('docs/waits.md has one line for each reason, and none for another', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../docs/waits.md'), 'utf8');
  test.each([
    ['A campaign waits', WAITING_REASONS],
    ['A call waits', Object.keys(CALL_WAITS)],
    ['A contact waits', RULE_NAMES],
  ] as const)('%s', (heading, reasons) => {
    const section = page.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!;
    const named = [...section.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, reason]) => reason!);
    expect(named.filter((name) => !HEADS.includes(name))).toEqual([...reasons]);
  });
});

const HEADS = ['reason', 'rule'];
