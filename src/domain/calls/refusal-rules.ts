/**
 * What happens to a call that the carrier refuses, by the code or the status of the refusal. There are no rules for
 * 402, 403 and 409: they are about the account, and a campaign must not override the hold that protects the others.
 */

export interface Refusal {
  status: number;
  code: string | undefined;
  details: string | undefined;
  retryAfterMs?: number | undefined;
}

export type RefusalAction = 'retry' | 'fail-contact' | 'pause-campaign';

export interface RefusalRule {
  action: RefusalAction;
  /** For retries: the pause from the refusal to the next POST; null: pauses that grow. */
  afterMs: number | null;
  /**
   * `retry`: how many retries one call may have. `fail-contact`: how many contacts may fail in a row. The next refusal
   * pauses the campaign, because a fault that many contacts have in common is probably not theirs.
   */
  most: number;
}

/** Keys are codes, such as `invalid_destination`, or statuses, such as `429`. The code comes first. */
export type RefusalRules = Readonly<Record<string, RefusalRule>>;

export const NO_REFUSAL_RULES: RefusalRules = {};

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
  /** The campaign is paused at this many 422 in a row. */
  pauseAfterRefusals: number;
  /** Retries of one call before the campaign is paused. */
  maxWaits: number;
}

/** The campaign's rule for a refusal, else the usual one. */
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
