import type { AnswerOf } from '../../client/requests.ts';

/** What became of a number that was erased and is allowed again. */
export function allowedNumber(
  number: string,
  { suppression_lists: lists }: AnswerOf<'/v1/privacy/allow', 'post'>,
): string {
  if (lists.length === 0) return `${number} may be called again.`;
  const names = lists.map(({ id }) => id).join(', ');
  return `${number} is no longer refused as erased. It is on ${names} again: remove it there to allow calls.`;
}
