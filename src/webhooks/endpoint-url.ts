/** Which URLs may be webhook endpoints. Names are resolved, and their addresses checked, with each request. */
import { whyRefused } from '../outgoing/checked-client.ts';

const LONGEST_URL = 2_000;

/** Undefined: it may be one. The text follows `must …` or `the URL …`. */
export function whyNoEndpoint(
  text: string,
  { allowedOrigins }: { allowedOrigins: readonly string[] },
): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'is not a URL';
  if (text.length > LONGEST_URL) return `is longer than ${LONGEST_URL} characters`;
  return whyRefused(url, allowedOrigins);
}
