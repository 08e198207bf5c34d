/** What a user signs in with, and `who` of the audit: a name or an e-mail address, in lower case. */
const USER_NAME = /^(?!env-)(?!dialwright$)[a-z0-9][a-z0-9._+-]{0,62}(@[a-z0-9.-]{1,100})?$/;

/** Undefined: it may be one. */
export function whyNoUserName(name: string): string | undefined {
  if (USER_NAME.test(name)) return undefined;
  return 'needs 1 to 63 of a-z, 0-9, ., _, + and -, and must begin with a letter or digit; an e-mail address may be one; `dialwright` and names with `env-` are reserved';
}

/** People type names as they like. */
export const asUserName = (typed: string): string => typed.trim().toLowerCase();
