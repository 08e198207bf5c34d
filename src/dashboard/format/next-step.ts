/** What somebody can do after a refusal, or what the page does by itself. */
import { roughDuration } from './time/times.ts';

interface Refusal {
  /** HTTP status; 0: no answer came. */
  status: number;
  /** What the server says to do. */
  remedy?: string | undefined;
  /** How often the page repeats the request by itself; undefined: it does not. */
  repeatMs?: number | undefined;
}

/** Without a remedy the answer is none of our server, but of a proxy between, or there is none. */
export function nextStep({ status, remedy, repeatMs }: Refusal): string {
  const passes = status === 0 || status === 429 || status === 503;
  const repeated = passes ? [repeatText(repeatMs)] : [];
  return [...repeated, remedy ?? ofStatus(status)].join(' ').trim();
}

function ofStatus(status: number): string {
  if (status === 0) return '`dialwright doctor` on the server says what is wrong.';
  if (status === 429 || status === 503) return '';
  return status >= 500
    ? 'The log of the server, or of the proxy before it, has the reason.'
    : 'Ask who runs the server: its answer did not come from Dialwright.';
}

const repeatText = (repeatMs: number | undefined): string =>
  repeatMs === undefined
    ? 'It is not repeated by itself: retry in a moment.'
    : `It is repeated by itself every ${roughDuration(Math.ceil(repeatMs / 1_000))}.`;
