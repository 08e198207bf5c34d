/** Combines the answers of all rules: a contact is called now, later or never, and why. */
import { isOver } from '../../campaigns/campaign-state.ts';
import { admit, NOT_DIALLED_REASONS, type NotDialledReason } from '../../campaigns/admission.ts';
import { askDialTime, dialFactsOf, TIME_REASONS } from '../../contacts/dial-time.ts';
import { askHold } from '../../account/hold.ts';
import { isTooLongToWait } from '../../account/retry-after.ts';
import { consentAt, heldBackAt, isSuppressedAt } from '../planned-contact.ts';
import { unreachable } from '../../unreachable.ts';
import { NO_LEASE, RULE_NAMES, RULES, type ExplainedRule, type RuleName } from './rules.ts';
import type { ExplainFacts } from './facts.ts';

export interface Explanation {
  /**
   * `now`: in the dispatcher's next round. `later`: not before `atMs`. `waits`: for something whose end is not known,
   * and not before `atMs`. `never`: it is final, or will be. `on-call`: it has a live call.
   */
  kind: 'now' | 'later' | 'waits' | 'never' | 'on-call';
  text: string;
  atMs: number | null;
  /** Why admission would refuse the contact's POST now; null: it would not. */
  admission: NotDialledReason | null;
  rules: ExplainedRule[];
}

export function explainContact(facts: ExplainFacts, nowMs: number): Explanation {
  const rules = RULE_NAMES.map((rule) => ({ rule, ...RULES[rule](facts, nowMs) }));
  return { ...together(facts, rules, nowMs), admission: admissionOf(facts, nowMs), rules };
}

/** Rules of time. They are asked together, for the instant at which all other rules may allow the call. */
const BY_CLOCK: readonly RuleName[] = ['not-before', 'not-after', 'caps', 'window'];

function together(
  facts: ExplainFacts,
  rules: readonly ExplainedRule[],
  nowMs: number,
): Pick<Explanation, 'kind' | 'text' | 'atMs'> {
  const { contact } = facts;
  if (contact.state === 'claimed') return { kind: 'on-call', text: 'it is on a call', atMs: null };
  if (contact.state === 'final' || isOver(facts.campaign.state)) {
    const deciding = contact.state === 'final' ? 'contact' : 'campaign';
    const over = rules.find(({ rule }) => rule === deciding)!;
    return { kind: 'never', text: over.text, atMs: null };
  }
  const others = rules.filter(({ rule, answer }) => answer === 'no' && !BY_CLOCK.includes(rule));
  const fromMs = Math.max(nowMs, ...others.map(({ untilMs }) => untilMs ?? 0));
  const turn = turnFrom(facts, fromMs);
  if (turn.kind === 'never') return { kind: 'never', text: turn.text, atMs: null };
  const { atMs } = turn;
  // Whether the number is held back was checked with the contact's turn. A missing list makes every contact wait.
  const isOpen = (rule: RuleName) =>
    rule === 'suppression'
      ? facts.listsMissing.length + facts.oldCopies.length > 0
      : rule !== 'consent';
  const open = others.filter(({ rule, untilMs }) => untilMs === null && isOpen(rule));
  if (open.length > 0) {
    return { kind: 'waits', text: open.map(({ text }) => text).join('; '), atMs };
  }
  if (atMs <= nowMs) return { kind: 'now', text: 'all rules allow it', atMs: nowMs };
  const last = others.find(({ untilMs }) => untilMs === atMs);
  return { kind: 'later', text: last?.text ?? turn.text, atMs };
}

interface Turn {
  kind: 'now' | 'later' | 'never';
  atMs: number;
  text: string;
}

/** The answer of suppression, consent and the clock together, at an instant. */
function turnFrom({ contact, plan }: ExplainFacts, atMs: number): Turn {
  // If its number is held back when its turn comes, the contact becomes final.
  const heldBack = heldBackAt(contact, plan, Math.max(atMs, contact.dueAtMs));
  if (contact.state === 'due' && heldBack) {
    return { kind: 'never', atMs, text: NOT_DIALLED_REASONS[heldBack] };
  }
  const time = askDialTime(dialFactsOf(contact, plan), atMs);
  switch (time.kind) {
    case 'now':
      return { kind: 'now', atMs, text: '' };
    case 'later':
      return { kind: 'later', atMs: time.atMs, text: TIME_REASONS[time.reason] };
    case 'never':
      return { kind: 'never', atMs, text: TIME_REASONS[time.reason] };
    default:
      return unreachable(time);
  }
}

function admissionOf(facts: ExplainFacts, nowMs: number): NotDialledReason | null {
  const { contact, plan, campaign } = facts;
  const admission = admit({
    campaignState: campaign.state,
    accountStopped: campaign.accountStopped,
    suppressed: isSuppressedAt(contact, nowMs),
    noConsent: consentAt(contact, plan.policy, nowMs)?.allowed === false,
    listMissing: facts.listsMissing.length > 0,
    listTooOld: facts.oldCopies.length > 0,
    hangupAsked: false,
    answeredElsewhere: false,
    hold: askHold(facts.hold, '', nowMs, NO_LEASE),
    retryAfter: isTooLongToWait(facts.retryAfter, nowMs),
    time: askDialTime(dialFactsOf(contact, plan), nowMs),
    budget: campaign.budget,
    agentFree: RULES.agents(facts, nowMs).answer === 'yes',
  });
  return admission.kind === 'no' ? admission.reason : null;
}
