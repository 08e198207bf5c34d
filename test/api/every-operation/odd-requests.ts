/** Throws odd requests at every operation, and lists the answers that the document does not describe, and all of the server's own faults. */
import fc from 'fast-check';
import type { ApiUnderTest } from '../api-under-test.ts';
import { furnish } from './furniture.ts';
import { operationsOf, requestsFor, type Document, type OddRequest } from './requests.ts';

export interface Thrown {
  count: number;
  /** How often each status was the answer. */
  statuses: Record<string, number>;
  /** One sentence for each kind of wrong answer. */
  wrong: string[];
}

export async function throwOddRequests(
  on: ApiUnderTest,
  { seed, each }: { seed: number; each: number },
): Promise<Thrown> {
  const document = (await on.get('/openapi.json')).json<Document>();
  const thrown: Thrown = { count: 0, statuses: {}, wrong: [] };
  for (const [index, operation] of operationsOf(document).entries()) {
    const known = await furnish(on);
    const requests = requestsFor(operation, document.components.schemas, known);
    for (const request of fc.sample(requests, { numRuns: each, seed: seed + index })) {
      const { url, headers, payload } = request;
      const body = payload === undefined ? {} : { payload };
      const answer = await on.call(operation.method, url, { headers, ...body });
      const { statusCode: status } = answer;
      thrown.count += 1;
      thrown.statuses[status] = (thrown.statuses[status] ?? 0) + 1;
      const why = whyWrong(request, status, answer.headers['content-type'] ?? '');
      const said = `${operation.method} ${operation.path}: ${why}`;
      if (why !== undefined && !thrown.wrong.some((known) => known.startsWith(said))) {
        thrown.wrong.push(`${said}, for ${JSON.stringify({ url, headers, payload })}`);
      }
    }
  }
  return thrown;
}

function whyWrong(
  { operation, url }: OddRequest,
  status: number,
  type: string,
): string | undefined {
  // An empty parameter makes the address of another operation, or of none.
  if (status === 404 && /\/(\/|$)/.test(url.split('?', 1)[0]!)) return undefined;
  const types = operation.answers[status];
  if (status === 500 || types === undefined) return `HTTP ${status}`;
  const name = type.split(';', 1)[0]!;
  if (name !== '' && !types.includes(name)) return `${name} as the answer ${status}`;
  return undefined;
}
