/** Length is what makes a password hard to find (NIST SP 800-63B-4, 3.1.1.2): no rules of kinds of characters. */
export const LEAST_PASSWORD = 12;
/** So that nobody makes the server hash a long text. */
export const MOST_PASSWORD = 256;
const LEAST_DIFFERENT = 5;

/** Undefined: it may be a password of this user. */
export function whyNoPassword(password: string, userName: string): string | undefined {
  const characters = Array.from(password.normalize('NFC'));
  if (characters.length < LEAST_PASSWORD)
    return `needs ${LEAST_PASSWORD} characters or more, such as four words`;
  if (characters.length > MOST_PASSWORD) return `has ${MOST_PASSWORD} characters at most`;
  if (new Set(characters).size < LEAST_DIFFERENT)
    return `needs ${LEAST_DIFFERENT} different characters or more`;
  const [account = userName] = userName.split('@');
  if (account.length > 3 && password.toLowerCase().includes(account))
    return 'must not contain the name of the user';
  return undefined;
}
