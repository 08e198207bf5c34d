/** A preflight in one sentence. */
import type { Schemas } from '../../../client/client.ts';
import { count, counted } from '../../format/numbers.ts';

export function preflightText(
  {
    contacts: { total, now, later, skipped, on_call: onCall },
  }: Pick<Schemas['Preflight'], 'contacts'>,
  locale?: string,
): string {
  if (total === 0) return 'The campaign has no contacts.';
  const sum = (groups: readonly { contacts: number }[]) =>
    groups.reduce((all, { contacts }) => all + contacts, 0);
  const parts = [
    `${count(now, locale)} may be dialled at once`,
    `${count(sum(later), locale)} later`,
    `${count(sum(skipped), locale)} not at all`,
    ...(onCall > 0 ? [`${count(onCall, locale)} in a call`] : []),
  ];
  return `Of ${counted(total, 'contact', locale)}: ${parts.join(', ')}.`;
}
