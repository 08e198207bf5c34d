/** The JSON form of the account's rules for holds. */
import * as z from 'zod';
import { USUAL_PROBE_WAITS, type HoldTiming } from '../../domain/timing.ts';
import {
  HOLD_ACTIONS,
  HOLD_ENDS,
  NO_LIMITS,
  USUAL_GROWTH,
  usualHoldRule,
  type HoldRule,
  type HoldRuleFor,
} from '../../domain/account/hold-rules.ts';
import { ACCOUNT_STATUSES } from '../../domain/calls/refusal-statuses.ts';
import { Duration, durationMs, formatDuration } from '../http/schemas.ts';

const Status = z
  .int()
  .refine((status) => ACCOUNT_STATUSES.includes(status), {
    error: `must be one of ${ACCOUNT_STATUSES.join(', ')}: no other status concerns the account`,
  })
  .meta({ example: 402 });
const Code = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a code such as insufficient_funds')
  .nullable();
const LEAST_WAIT_MS = 1_000;
const Wait = Duration.refine((text) => durationMs(text) >= LEAST_WAIT_MS, 'at least 1s');

const FIRST_WAIT = formatDuration(USUAL_PROBE_WAITS.firstProbeAfterMs);
const LONGEST_WAIT = formatDuration(USUAL_PROBE_WAITS.longestProbeGapMs);

const PROBE_FIELDS = ['first_wait', 'growth', 'longest_wait', 'most_probes'] as const;

const HoldRuleInput = z
  .strictObject({
    status: Status,
    code: Code.default(null).meta({
      description: 'Null: every code of the status that has no rule of its own.',
    }),
    action: z.enum(HOLD_ACTIONS).meta({
      description: 'Whether one call at a time may try again, or a person lifts the hold.',
    }),
    first_wait: Wait.optional().meta({
      description: `Of \`probe\`: from the refusal to the first probe; left out: ${FIRST_WAIT}.`,
    }),
    growth: z
      .number()
      .min(1)
      .max(10)
      .optional()
      .meta({
        description: `Of \`probe\`: each wait is so many times the one before; left out: ${USUAL_GROWTH}.`,
      }),
    longest_wait: Wait.optional().meta({
      description: `Of \`probe\`: no wait is longer; left out: ${LONGEST_WAIT}, or \`first_wait\` where that is more.`,
    }),
    most_probes: z.int().min(1).max(10_000).nullish().meta({
      description: 'Of `probe`: refused probes until the end; null: no limit.',
    }),
    longest_time: Wait.nullish().meta({
      description: 'From the opening of the hold to the end; null: no limit.',
    }),
    at_end: z
      .enum(HOLD_ENDS)
      .default(NO_LIMITS.atEnd)
      .meta({
        description:
          'After `most_probes` or `longest_time`. In each case the hold stays open, there are no more probes, and a ' +
          'person lifts it. `pause-every-campaign` also pauses every campaign that dials; `alert` also raises an ' +
          'alert of the account.',
      }),
  })
  .superRefine((rule, context) => {
    const fault = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (rule.action === 'by-person') {
      for (const field of PROBE_FIELDS) {
        if (rule[field] != null)
          fault(field, 'is only for `probe`: with `by-person` there are no probes');
      }
    }
    const { first_wait: first, longest_wait: longest } = rule;
    if (first && longest && durationMs(longest) < durationMs(first)) {
      fault('longest_wait', 'must be no less than `first_wait`');
    }
    const endless = rule.most_probes == null && rule.longest_time == null;
    if (endless && rule.at_end !== 'stay-on-hold') {
      fault('at_end', 'is never reached: set `longest_time`, or `most_probes` for `probe`');
    }
  })
  .meta({ id: 'HoldRuleInput' });

export const HoldRulesInput = z
  .array(HoldRuleInput)
  .max(50)
  .superRefine((rules, context) => {
    const seen = new Set<string>();
    for (const [index, { status, code }] of rules.entries()) {
      const key = `${status} ${code ?? ''}`;
      if (seen.has(key)) {
        const message = 'is the second rule for this status and code';
        context.addIssue({ code: 'custom', path: [index], message });
      }
      seen.add(key);
    }
  })
  .meta({
    description:
      'How holds after 402, 403 and 409 go on. A rule for status and code takes precedence over one for the status. ' +
      'The list replaces the one before; null removes every rule. Without a rule, 402 and 409 are probed: first ' +
      `after ${FIRST_WAIT}, then after waits that grow by the factor ${USUAL_GROWTH} up to ${LONGEST_WAIT}; 403 waits for a person.`,
  });

export function holdRulesOf(
  input: z.infer<typeof HoldRulesInput>,
  usual: HoldTiming,
): HoldRuleFor[] {
  return input.map((given) => ({
    status: given.status,
    code: given.code,
    rule: ruleOf(given, usual),
  }));
}

function ruleOf(given: z.infer<typeof HoldRuleInput>, usual: HoldTiming): HoldRule {
  const longestTimeMs = given.longest_time == null ? null : durationMs(given.longest_time);
  const limits = { longestTimeMs, atEnd: given.at_end };
  if (given.action === 'by-person') return { action: 'by-person', ...limits };
  const or = (text: string | undefined, otherwiseMs: number) =>
    text === undefined ? otherwiseMs : durationMs(text);
  const longestWaitMs = or(
    given.longest_wait,
    Math.max(usual.longestProbeGapMs, or(given.first_wait, 0)),
  );
  return {
    action: 'probe',
    firstWaitMs: or(given.first_wait, Math.min(usual.firstProbeAfterMs, longestWaitMs)),
    growth: given.growth ?? USUAL_GROWTH,
    longestWaitMs,
    mostProbes: given.most_probes ?? null,
    ...limits,
  };
}

export const HoldRuleView = z
  .object({
    status: z.int(),
    code: z.string().nullable(),
    action: z.enum(HOLD_ACTIONS),
    first_wait: z.string().optional(),
    growth: z.number().optional(),
    longest_wait: z.string().optional(),
    most_probes: z.int().nullable().optional(),
    longest_time: z.string().nullable(),
    at_end: z.enum(HOLD_ENDS),
  })
  .meta({ id: 'HoldRule' });

export function holdRuleView({ status, code, rule }: HoldRuleFor): z.infer<typeof HoldRuleView> {
  return {
    status,
    code,
    action: rule.action,
    ...(rule.action === 'probe' && {
      first_wait: formatDuration(rule.firstWaitMs),
      growth: rule.growth,
      longest_wait: formatDuration(rule.longestWaitMs),
      most_probes: rule.mostProbes,
    }),
    longest_time: rule.longestTimeMs === null ? null : formatDuration(rule.longestTimeMs),
    at_end: rule.atEnd,
  };
}

/** The rules for statuses that have no rule of the account. */
export const usualRuleViews = (usual: HoldTiming): z.infer<typeof HoldRuleView>[] =>
  ACCOUNT_STATUSES.map((status) =>
    holdRuleView({ status, code: null, rule: usualHoldRule(status, usual) }),
  );
