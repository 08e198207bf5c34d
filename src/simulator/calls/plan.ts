/** The plan of a call, made when the carrier accepts it: its states with their times, its cost and its recording. */
import { literalOf, MICRO_DECIMALS, microsOf } from '../money.ts';
import type { SimulatorOptions } from '../options.ts';
import { happens, within, type Draw } from '../seeded.ts';

export type Outcome =
  | 'completed'
  | 'dropped'
  | 'agent-no-answer'
  | 'customer-no-answer'
  | 'customer-busy'
  | 'frozen'
  | 'forgotten';

export type StepState =
  'agent_ringing' | 'agent_answered' | 'customer_ringing' | 'bridged' | 'completed' | 'failed';

/** `after_ms` counts from the previous step, in the carrier's time. */
export interface Step {
  to: StepState;
  after_ms: number;
}

export interface Plan {
  outcome: Outcome;
  steps: Step[];
  cost: string;
  billing_after_ms: number;
  /** The first bill has the cost `first` (null: none). The final `cost` follows `after_ms` later. */
  correction?: { first: string | null; after_ms: number };
  /** The call is billed before it ends, so `finalized` has the lower `event_seq`. */
  billed_before_end: boolean;
  /** The webhook `finalized` is delivered before the webhook of the call's end. */
  finalized_first: boolean;
  recording_after_ms: number | null;
}

/** For `outcomeByLastDigit`. For digits that are not listed, the seed decides. */
const BY_LAST_DIGIT: Record<string, { outcome: Outcome; recorded?: boolean }> = {
  1: { outcome: 'agent-no-answer' },
  2: { outcome: 'customer-no-answer' },
  3: { outcome: 'customer-busy' },
  4: { outcome: 'dropped' },
  5: { outcome: 'completed', recorded: true },
  6: { outcome: 'completed', recorded: false },
  7: { outcome: 'frozen' },
  8: { outcome: 'forgotten' },
};

const BUSY_AFTER_MS = [500, 3_000] as const;
const CONNECTION_FEE = 1_000n;
const MS_PER_MINUTE = 60_000n;

export function planCall(destination: string, options: SimulatorOptions, draw: Draw): Plan {
  const forced = options.outcomeByLastDigit ? BY_LAST_DIGIT[destination.at(-1) ?? ''] : undefined;
  const outcome = forced?.outcome ?? drawOutcome(options, draw);
  const steps = stepsOf(outcome, options, draw);
  const bridged = steps.some((step) => step.to === 'bridged');
  const recorded = forced?.recorded ?? happens(options.recorded, draw, 'recorded');
  const before = options.variant.finalizedSeq === 'before';
  const cost = costOf(steps, options, draw);
  return {
    outcome,
    steps,
    cost,
    ...correctionOf(cost, options, draw),
    billing_after_ms: within(options.billingMs, draw, 'billing'),
    billed_before_end: before && happens(options.finalizedFirst, draw, 'finalized first'),
    finalized_first: !before && happens(options.finalizedFirst, draw, 'finalized first'),
    recording_after_ms:
      bridged && recorded ? within(options.recordingReadyMs, draw, 'recording ready') : null,
  };
}

/** The cost of a call that was hung up by request. */
export function costWhenHungUp(plan: Plan, answered: boolean): string {
  return answered ? plan.cost : '0';
}

function drawOutcome(options: SimulatorOptions, draw: Draw): Outcome {
  const shares: [Outcome, number][] = [
    ['agent-no-answer', options.agentUnreached],
    ['customer-no-answer', options.customerNoAnswer],
    ['customer-busy', options.customerBusy],
    ['dropped', options.dropped],
    ['frozen', options.frozen],
    ['forgotten', options.forgotten],
  ];
  let left = draw('outcome');
  for (const [outcome, share] of shares) {
    if (left < share) return outcome;
    left -= share;
  }
  return 'completed';
}

function stepsOf(outcome: Outcome, options: SimulatorOptions, draw: Draw): Step[] {
  const whole = stepsWhenEverybodyAnswers(outcome, options, draw);
  switch (outcome) {
    case 'frozen':
    case 'forgotten':
      return whole.slice(0, within([0, whole.length - 1], draw, 'stops at'));
    case 'agent-no-answer':
      return [
        ...whole.filter((step) => step.to === 'agent_ringing'),
        { to: 'failed', after_ms: within(options.agentGiveUpMs, draw, 'agent gives up') },
      ];
    case 'customer-no-answer':
    case 'customer-busy':
      return [
        ...whole.slice(0, whole.findIndex((step) => step.to === 'customer_ringing') + 1),
        { to: 'failed', after_ms: customerFails(outcome, options, draw) },
      ];
    case 'completed':
    case 'dropped':
      return whole;
    default:
      return outcome satisfies never;
  }
}

function customerFails(outcome: Outcome, options: SimulatorOptions, draw: Draw): number {
  const span = outcome === 'customer-busy' ? BUSY_AFTER_MS : options.customerGiveUpMs;
  return within(span, draw, 'customer gives up');
}

function stepsWhenEverybodyAnswers(
  outcome: Outcome,
  options: SimulatorOptions,
  draw: Draw,
): Step[] {
  const ringMs = within(options.agentRingMs, draw, 'agent rings');
  const firstRingMs = Math.round(ringMs * draw('first ring'));
  const skipped = happens(options.skipAgentRinging, draw, 'skip ringing');
  const agent: Step[] = skipped
    ? [{ to: 'agent_answered', after_ms: ringMs }]
    : [
        { to: 'agent_ringing', after_ms: firstRingMs },
        { to: 'agent_answered', after_ms: ringMs - firstRingMs },
      ];
  return [
    ...agent,
    { to: 'customer_ringing', after_ms: within(options.dialMs, draw, 'dial') },
    { to: 'bridged', after_ms: within(options.customerRingMs, draw, 'customer rings') },
    {
      to: outcome === 'dropped' ? 'failed' : 'completed',
      after_ms: within(options.talkMs, draw, 'talk'),
    },
  ];
}

function correctionOf(
  cost: string,
  options: SimulatorOptions,
  draw: Draw,
): Pick<Plan, 'correction'> {
  const after_ms = within(options.correctionMs, draw, 'correction');
  if (happens(options.unpriced, draw, 'unpriced')) return { correction: { first: null, after_ms } };
  if (!happens(options.correctedCost, draw, 'corrected cost')) return {};
  const first = literalOf(BigInt(within([0, 99_999], draw, 'cost before its correction')));
  return first === cost ? {} : { correction: { first, after_ms } };
}

// The last digits are random, so that sums computed with floats differ from the exact ones.
function costOf(steps: Step[], options: SimulatorOptions, draw: Draw): string {
  const answered = steps.findIndex((step) => step.to === 'agent_answered');
  if (answered === -1) return '0';
  const durationMs = steps.slice(answered + 1).reduce((sum, step) => sum + step.after_ms, 0);
  const perMinute = microsOf(options.costPerMinute) ?? 0n;
  const talk = (BigInt(durationMs) * perMinute) / MS_PER_MINUTE;
  const micros = talk + CONNECTION_FEE + BigInt(within([0, 999], draw, 'last digits'));
  const sign = happens(options.negativeCost, draw, 'negative cost') ? '-' : '';
  return sign + literalOf(micros, moreDigits(options.costDecimals, draw));
}

/** The digits after the sixth decimal. The last is never zero, so that the cost has that many decimals. */
function moreDigits(decimals: number, draw: Draw): string {
  const count = decimals - MICRO_DECIMALS;
  return Array.from({ length: count }, (_, index) =>
    within([index === count - 1 ? 1 : 0, 9], draw, `digit ${index}`),
  ).join('');
}
