/** What follows from an outcome code, in words. */
import type { Schemas } from '../../api/api.ts';
import { textChoices } from '../../format/choices.ts';
import { counted } from '../../format/numbers.ts';

export type Code = Schemas['OutcomeCode'];

const NEXTS: Record<Code['next'], string> = {
  policy: 'The campaign’s rules decide',
  final: 'Not called again',
  redial: 'Called again',
  callback: 'Called back at a time that is asked for',
  next_number: 'The person’s next number is called',
};

export const NEXT_CHOICES = textChoices(NEXTS);

/** Only after these may the number go on a list: it is not called again. */
export const maySuppress = (next: Code['next']): boolean =>
  next === 'final' || next === 'next_number';

export function nextText({ next, ...code }: Code): string {
  if (next === 'redial') {
    return `Called again after ${code.redial_after}, ${counted(code.redial_most ?? 0, 'time')} at most`;
  }
  if (next !== 'callback') return NEXTS[next];
  return code.callback_agent === 'any'
    ? 'Called back by any agent'
    : 'Called back, by the same agent first';
}
