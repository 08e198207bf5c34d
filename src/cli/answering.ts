/** What every command that speaks with the API does: connect, print the answer, talk beside it. */
import type { Command } from 'commander';
import type { ApiClient } from './api-client.ts';
import type { List } from './api-shapes.ts';

export async function connect(): Promise<ApiClient> {
  const [{ ApiClient }, { accessFrom }] = await Promise.all([
    import('./api-client.ts'),
    import('./access.ts'),
  ]);
  return new ApiClient(accessFrom(process.env));
}

/** Every item of a list, page by page; `path` may have a query. */
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

export function print(command: Command, answer: unknown, inWords: () => string): void {
  process.stdout.write(`${wantsJson(command) ? JSON.stringify(answer, null, 2) : inWords()}\n`);
}

export function talk(command: Command, text: string): void {
  if (!wantsJson(command)) process.stderr.write(`${text}\n`);
}
