/** The JSON forms of outcome codes. */
import * as z from 'zod';
import { DEFAULT_REDIAL_RULE } from '../../domain/calls/redial.ts';
import {
  SUPPRESSED_BY,
  type OutcomeCode,
  type OutcomeNext,
} from '../../domain/outcomes/outcome.ts';
import { OUTCOME_GROUP_NAMES, type OutcomeGroup } from '../../domain/outcomes/outcome-groups.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { StoredOutcomeCode } from '../../store/outcomes/outcome-store.ts';
import { entityTag } from '../http/etags.ts';
import { Duration, durationMs, formatDuration, Instant, isoOrNull } from '../http/schemas.ts';

export const CodeId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'needs 1 to 63 of a-z, 0-9 and -, first a letter or digit');

export const OUTCOME_NEXTS = ['policy', 'final', 'redial', 'callback', 'next_number'] as const;

export const OutcomeGroupField = z.enum(
  OUTCOME_GROUP_NAMES as unknown as [OutcomeGroup, ...OutcomeGroup[]],
);

const FIELDS = {
  label: z.string().trim().min(1).max(80).meta({ description: 'What agents read.' }),
  group: OutcomeGroupField.meta({
    description:
      'What it is about. `sale` and `talked`, `refused` and `wrong-number`, and `machine` and `silent` each have a cap of ' +
      'the campaign, which says how long the number rests.',
  }),
  next: z
    .enum(OUTCOME_NEXTS)
    .default('policy')
    .meta({
      description:
        'What comes next for the contact. `policy`: the redial policy decides by the disposition. `final`: no further ' +
        'call. `redial`: called again by `redial_after`. `callback`: a callback at the time that is given with the outcome. ' +
        '`next_number`: no further call of this number, and another one of the person is called.',
    }),
  redial_after: Duration.nullish().meta({
    description: 'For `redial`: from the end of the call to the next one.',
  }),
  redial_jitter: z.number().min(0).max(1).nullish().meta({
    description: 'For `redial`: at most this share of the delay is added.',
  }),
  redial_most: z.int().min(1).max(100).nullish().meta({
    description:
      'For `redial`: the contact is final after so many of its calls with this code. The most attempts of its campaign hold too.',
  }),
  callback_agent: z.enum(['own', 'any']).nullish().meta({
    description: 'For `callback`: the agent of the call is asked first (`own`, default), or any.',
  }),
  suppress: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .nullish()
    .meta({
      description: 'Suppression list that gets the number; only with `final` and `next_number`.',
    }),
  suppress_whom: z.enum(SUPPRESSED_BY).nullish().meta({
    description:
      'What goes on the list: the `number` that was called (default), or all numbers of the `person`; `person` needs `suppress` and `final`.',
  }),
};

export const OutcomeCodeInput = z
  .strictObject(FIELDS)
  .refine(({ next, redial_after: after }) => (next === 'redial') === (after != null), {
    path: ['redial_after'],
    message: 'is for `redial`, which needs it',
  })
  .refine(({ next, suppress }) => suppress == null || next === 'final' || next === 'next_number', {
    path: ['suppress'],
    message:
      'is only for `final` and `next_number`: a number that is suppressed is not called again',
  })
  .refine(
    ({ next, suppress, suppress_whom: whom }) =>
      whom !== 'person' || (suppress != null && next === 'final'),
    {
      path: ['suppress_whom'],
      message: 'person needs `suppress` and `final`: nobody is left to be called',
    },
  )
  .meta({ id: 'OutcomeCodeInput' });

export const OutcomeCodeView = z
  .object({
    id: z.string(),
    label: z.string(),
    group: OutcomeGroupField,
    next: z.enum(OUTCOME_NEXTS),
    redial_after: Duration.nullable(),
    redial_jitter: z.number().nullable(),
    redial_most: z.int().nullable(),
    callback_agent: z.enum(['own', 'any']).nullable(),
    suppress: z.string().nullable(),
    suppress_whom: z.enum(SUPPRESSED_BY).nullable(),
    deleted_at: Instant.nullable().meta({
      description: 'Calls still refer to it, but none gets it any more.',
    }),
  })
  .meta({ id: 'OutcomeCode' });

export function codeOf(id: string, input: z.infer<typeof OutcomeCodeInput>): OutcomeCode {
  const { label, group, suppress, suppress_whom: whom } = input;
  const code = { id, label, group, next: nextOf(input), suppress: suppress ?? null };
  return whom === 'person' ? { ...code, suppressWhom: whom } : code;
}

function nextOf(input: z.infer<typeof OutcomeCodeInput>): OutcomeNext {
  switch (input.next) {
    case 'policy':
    case 'final':
    case 'next_number':
      return { kind: input.next };
    case 'callback':
      return { kind: 'callback', agent: input.callback_agent ?? 'own' };
    case 'redial': {
      const { jitter, most } = DEFAULT_REDIAL_RULE;
      return {
        kind: 'redial',
        rule: {
          delayMs: durationMs(input.redial_after!),
          jitter: input.redial_jitter ?? jitter,
          most: input.redial_most ?? most,
        },
      };
    }
    default:
      return unreachable(input.next);
  }
}

export function outcomeCodeView(code: StoredOutcomeCode): z.infer<typeof OutcomeCodeView> {
  const { id, label, group, next, suppress, suppressWhom = 'number', deletedAtMs } = code;
  const rule = next.kind === 'redial' ? next.rule : null;
  return {
    id,
    label,
    group,
    next: next.kind,
    redial_after: rule && formatDuration(rule.delayMs),
    redial_jitter: rule && rule.jitter,
    redial_most: rule && rule.most,
    callback_agent: next.kind === 'callback' ? next.agent : null,
    suppress,
    suppress_whom: suppress === null ? null : suppressWhom,
    deleted_at: isoOrNull(deletedAtMs),
  };
}

export const outcomeCodeTag = (code: StoredOutcomeCode | null): string =>
  entityTag(code ? outcomeCodeView(code) : {});
