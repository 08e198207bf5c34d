/** Shared by all commands that use the API: connects, prints the answer, reports progress on stderr. */
import type { Command } from 'commander';
import type { ApiClient } from '../terminal/api-client.ts';
import type { List } from '../terminal/api-shapes.ts';
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

/** Reads all items of a list, page by page. `path` may have a query. */
export async function everyItem<Item>(client: ApiClient, path: string): Promise<Item[]> {
  const found: Item[] = [];
  const query = `${path.includes('?') ? '&' : '?'}limit=200`;
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: List<Item> = await client.get(
      `${path}${query}${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    found.push(...page.data);
    cursor = page.next_cursor;
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
