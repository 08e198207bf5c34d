/** What somebody can do after a refusal, or what the page does by itself. */
import { roughDuration } from './times.ts';

interface Refusal {
  /** HTTP status; 0: no answer came. */
  status: number;
  /** How often the page repeats the request by itself; undefined: it does not. */
  repeatMs?: number | undefined;
}

export function nextStep({ status, repeatMs }: Refusal): string {
  switch (status) {
    case 0:
      return `${repeatText(repeatMs)} \`dialwright doctor\` on the server says what is wrong.`;
    case 403:
      return 'Sign in with a key that has the needed role.';
    case 404:
      return 'It may have been deleted or erased.';
    case 409:
    case 412:
      return 'It was changed meanwhile. Read it again, then retry.';
    case 429:
    case 503:
      return repeatText(repeatMs);
    default:
      return status >= 500 ? 'The server’s log has the reason.' : 'Correct it, then retry.';
  }
}

const repeatText = (repeatMs: number | undefined): string =>
  repeatMs === undefined
    ? 'It is not repeated by itself: retry in a moment.'
    : `It is repeated by itself every ${roughDuration(Math.ceil(repeatMs / 1_000))}.`;
