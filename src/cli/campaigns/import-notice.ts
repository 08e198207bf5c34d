import { flagsOf } from '../../terminal/flags.ts';
import type { ImportNotice } from '../../terminal/api-shapes.ts';

const MOST_SHOWN = 5;

/** What is read in a way that is not certain, and how to say that it is right. */
export function noticeText({ detail, samples, answer }: ImportNotice): string {
  const shown = samples.slice(0, MOST_SHOWN).map((text) => `“${text}”`);
  const more = samples.length > MOST_SHOWN ? ` and ${samples.length - MOST_SHOWN} more` : '';
  const listed = shown.length === 0 ? '' : `: ${shown.join(', ')}${more}`;
  return answer === null ? `${detail}${listed}` : `${detail}${listed} (${flagsOf(answer)})`;
}
