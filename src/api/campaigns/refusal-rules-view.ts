/** The JSON forms of a campaign's rules for refusals. */
import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../../domain/merge-patch.ts';
import { REFUSAL_RULE } from '../../domain/rules/outcome-rules.ts';
import { ACCOUNT_CODES, type RefusalRules } from '../../domain/calls/refusal-rules.ts';
import { ACCOUNT_STATUSES, ruledStatuses } from '../../domain/calls/refusal-statuses.ts';
import { invalidField } from '../http/problem.ts';
import { durationMs, formatDuration } from '../http/schemas.ts';
import { simpleShape } from './field-schemas.ts';

export const RefusalRuleInput = z
  .strictObject(simpleShape(REFUSAL_RULE))
  .refine(({ action, after }) => action === 'retry' || after === null, {
    path: ['after'],
    message: 'only a retry has a delay',
  })
  .meta({ id: 'RefusalRule' });

const REFUSAL_KEY = /^([a-z][a-z0-9_]{0,63}|[1-5][0-9]{2})$/;
const ofAccount = [...ACCOUNT_STATUSES.map(String), ...ACCOUNT_CODES];
const RefusalKey = z
  .string()
  .regex(REFUSAL_KEY, 'must be a code such as invalid_destination, or a status such as 429')
  .refine((key) => !ofAccount.includes(key), 'concerns the account: its hold handles it');
export const RefusalsInput = z.record(RefusalKey, RefusalRuleInput).meta({
  description:
    'What a refusal does, by code or status; the code takes precedence. Left out: 422 fails the contact, or pauses ' +
    'the campaign if it names one of our settings or comes ten times in a row; others are retried. ' +
    `${ACCOUNT_STATUSES.join(', ')} always put the account on hold. A rule for a status that is never a refusal is not accepted. Without additions ` +
    `of the carrier profile, refusals are: ${ruledStatuses([]).join(', ')}.`,
});

/**
 * Refuses rules for statuses that are no refusals. Such an answer leaves open whether a phone rings, so the rule would
 * never apply.
 * @param added by the carrier profile
 * @throws Problem 422 naming the rule and the statuses that may have one
 */
export function checkRefusalRules({ refusals }: JsonObject, added: readonly number[]): void {
  const allowed = ruledStatuses(added);
  for (const [key, rule] of Object.entries(isJsonObject(refusals) ? refusals : {})) {
    // In a merge patch, null removes a rule.
    if (rule === null || !/^[0-9]+$/.test(key) || allowed.includes(Number(key))) continue;
    const why =
      `an answer ${key} is no refusal: it leaves open whether a phone rings, so the rule would never apply; ` +
      `statuses that may have one: ${allowed.join(', ')}, and what \`place.refusalStatuses\` of the carrier profile adds`;
    throw invalidField(`#/refusals/${key}`, why);
  }
}

export const refusalsOf = (input: z.infer<typeof RefusalsInput>): RefusalRules =>
  Object.fromEntries(
    Object.entries(input).map(([key, { action, after, most }]) => [
      key,
      { action, afterMs: after === null ? null : durationMs(after), most },
    ]),
  );

export const refusalsView = (rules: RefusalRules): z.infer<typeof RefusalsInput> =>
  Object.fromEntries(
    Object.entries(rules).map(([key, { action, afterMs, most }]) => [
      key,
      { action, after: afterMs === null ? null : formatDuration(afterMs), most },
    ]),
  );
