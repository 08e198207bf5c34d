/**
 * What becomes of a call that the carrier refuses, by the code or the status of the refusal. 402, 403 and 409
 * are not among them: they speak of the account, and no campaign may overrule the hold that protects the others.
 */
import type { Refusal } from './placement.ts';

export const REFUSAL_ACTIONS = ['retry', 'fail-contact', 'pause-campaign'] as const;
export type RefusalAction = (typeof REFUSAL_ACTIONS)[number];

export interface RefusalRule {
  action: RefusalAction;
  /** Of a retry: from the refusal to the next POST; null: pauses that grow. */
  afterMs: number | null;
  /**
   * Of a retry: so many for one call. Of failing: so many contacts in a row. One more refusal pauses the
   * campaign, as a fault that everybody meets is not the contacts' own.
   */
  most: number;
}

/** By code, such as `invalid_destination`, or by status, such as `429`; the code counts first. */
export type RefusalRules = Readonly<Record<string, RefusalRule>>;

export const NO_REFUSAL_RULES: RefusalRules = {};

/** What a rule that names only its action has. */
export const DEFAULT_REFUSAL_RULE = { afterMs: null, most: 5 } satisfies Partial<RefusalRule>;

/** Codes that come with the statuses that open the account's hold (interface document 7.1). */
export const ACCOUNT_CODES: readonly string[] = [
  'insufficient_funds',
  'click2call_api_disabled',
  'account_not_verified',
  'account_suspended',
];

/** Codes and fields that come from our configuration and not from the contact (interface document 7.1). */
const OUR_FIELDS = ['callback_url', 'a_cli', 'b_cli'];
const OUR_CODES = ['invalid_a_cli', 'caller_id_unsupported'];

export interface UsualLimits {
  /** 422 in a row, of which the last pauses the campaign. */
  pauseAfterRefusals: number;
  /** Retries of one call before the campaign is paused. */
  maxWaits: number;
}

/** The campaign's own rule for a refusal, else the usual one. */
export function ruleFor(refusal: Refusal, rules: RefusalRules, usual: UsualLimits): RefusalRule {
  const { status, code } = refusal;
  for (const key of [code, `${status}`]) {
    if (key !== undefined && Object.hasOwn(rules, key)) return rules[key]!;
  }
  if (status !== 422) return { action: 'retry', afterMs: null, most: usual.maxWaits };
  return namesOurConfiguration(refusal)
    ? { action: 'pause-campaign', afterMs: null, most: 0 }
    : { action: 'fail-contact', afterMs: null, most: usual.pauseAfterRefusals - 1 };
}

function namesOurConfiguration({ code, details }: Refusal): boolean {
  if (code !== undefined && OUR_CODES.includes(code)) return true;
  return OUR_FIELDS.some((field) => details?.includes(field) ?? false);
}
