import { sentence } from '../../format/words.ts';

/** Pages that show one resource. */
const OWN_PAGE = /^(calls|campaigns|agents|reconciliations)\/[^/]+$/;

/** Pages that show a resource among others. */
const LISTED = new Map([
  ['account', '/account'],
  ['callbacks', '/callbacks'],
  ['carrier', '/carrier'],
  ['keys', '/keys'],
  ['privacy', '/privacy'],
  ['report-jobs', '/reports'],
  ['suppressions', '/suppressions'],
]);

/** What a path names, in one word. */
const KINDS = new Map([
  ['agents', 'Agent'],
  ['callbacks', 'Callback'],
  ['calls', 'Call'],
  ['campaigns', 'Campaign'],
  ['keys', 'Key'],
  ['outcome-codes', 'Outcome code'],
  ['suppressions', 'Suppression list'],
]);

/** What stands for a target that has no name. */
export function kindOf(target: string): string {
  const kind = target.split('/')[0]!;
  return KINDS.get(kind) ?? sentence(kind);
}

/**
 * @param target path of a resource without /v1/, as the audit and events name it
 * @returns the page that shows it; undefined: none does
 */
export function addressOfTarget(target: string): string | undefined {
  if (OWN_PAGE.test(target)) return `/${target}`;
  const [kind = '', id] = target.split('/');
  if (kind === 'webhook-endpoints' && id) return `/events/${id}`;
  return LISTED.get(kind);
}
