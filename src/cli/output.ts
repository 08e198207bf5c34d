/** Shared by all commands that use the API: connects, prints the answer, reports progress on stderr. */
import type { Command } from 'commander';
import type { ApiClient } from '../terminal/api-client.ts';
import type { AnswerOf, PathOf, RequestOf } from '../client/requests.ts';
import { shownDeep, shownLines } from '../terminal/terminal-text.ts';

/** For people, texts of answers are escaped so that a terminal can show them safely. For programs they are exact. */
export async function connect(command: Command): Promise<ApiClient> {
  const [{ ApiClient }, { accessFrom }] = await Promise.all([
    import('../terminal/api-client.ts'),
    import('./access.ts'),
  ]);
  const read = wantsJson(command) ? undefined : shownDeep;
  return new ApiClient(accessFrom(process.env), read);
}

interface Page<Item> {
  data: Item[];
  next_cursor?: string | null;
}
type ItemOf<Answer> = Answer extends Page<infer Item> ? Item : never;

/** The most that the API gives at once. */
const PAGE = 200;

/** Reads all items of a list, page by page. */
export async function everyItem<P extends PathOf<'get'>>(
  client: ApiClient,
  path: P,
  request: RequestOf<P, 'get'>,
): Promise<ItemOf<AnswerOf<P, 'get'>>[]> {
  const found: ItemOf<AnswerOf<P, 'get'>>[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { ...(request as { query?: object }).query, limit: PAGE, cursor };
    const page = (await client.get(path, { ...request, query })) as Page<(typeof found)[number]>;
    found.push(...page.data);
    cursor = page.next_cursor ?? null;
  }
  return found;
}

export const wantsJson = (command: Command): boolean => command.optsWithGlobals()['json'] === true;

export function print(command: Command, answer: unknown, format: () => string): void {
  const text = wantsJson(command) ? JSON.stringify(answer, null, 2) : shownLines(format());
  process.stdout.write(`${text}\n`);
}

export function reportLine(command: Command, text: string): void {
  if (!wantsJson(command)) process.stderr.write(`${shownLines(text)}\n`);
}
