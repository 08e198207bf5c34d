/** Shared by all commands that use the API: connects, prints the answer, reports progress on stderr. */
import { Option, type Command } from 'commander';
import type { ApiClient } from '../terminal/api-client.ts';
import type { AnswerOf, PathOf, RequestOf } from '../client/requests.ts';
import { shownDeep, shownJson, shownLines } from '../terminal/terminal-text.ts';
import { coloured } from '../terminal/screen.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { wholeNumber } from './whole-number.ts';

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
/** Enough for a screen that somebody reads. */
const USUAL_LIMIT = 1_000;

/** For each command that lists; `listed` obeys it. */
export const limitOption = (): Option =>
  new Option('--limit <n>', 'the most that are shown, or `all`')
    .default(USUAL_LIMIT)
    .argParser((text) => (text === 'all' ? Infinity : wholeNumber(1)(text)));

/** The items of a list, up to `--limit`. That there are more is said on stderr, for programs too. */
export async function listed<P extends PathOf<'get'>>(
  command: Command,
  path: P,
  request: RequestOf<P, 'get'>,
): Promise<ItemOf<AnswerOf<P, 'get'>>[]> {
  const { limit = USUAL_LIMIT } = command.opts<{ limit?: number }>();
  return limited(command, await everyItem(await connect(command), path, request, limit + 1));
}

/** For lists that the command filters itself; others use `listed`. */
export function limited<Item>(command: Command, found: Item[]): Item[] {
  const { limit = USUAL_LIMIT } = command.opts<{ limit?: number }>();
  if (found.length <= limit) return found;
  process.stderr.write(
    `Only the first ${limit} are shown: --limit <n> or --limit all shows more\n`,
  );
  return found.slice(0, limit);
}

/** Reads the items of a list, page by page. */
export async function everyItem<P extends PathOf<'get'>>(
  client: ApiClient,
  path: P,
  request: RequestOf<P, 'get'>,
  most = Infinity,
): Promise<ItemOf<AnswerOf<P, 'get'>>[]> {
  const found: ItemOf<AnswerOf<P, 'get'>>[] = [];
  for (let cursor: string | null | undefined; cursor !== null && found.length < most;) {
    const limit = Math.min(PAGE, most - found.length);
    const query = { ...(request as { query?: object }).query, limit, cursor };
    const page = (await client.get(path, { ...request, query })) as Page<(typeof found)[number]>;
    found.push(...page.data);
    cursor = page.next_cursor ?? null;
  }
  return found;
}

export const wantsJson = (command: Command): boolean => command.optsWithGlobals()['json'] === true;

export function print(command: Command, answer: unknown, format: () => string): void {
  const text = wantsJson(command)
    ? shownJson(JSON.stringify(answer, null, 2))
    : withAlerts(format());
  process.stdout.write(`${text}\n`);
}

/** Lines that a person should see first are coloured, after the text was made safe. */
const withAlerts = (text: string): string =>
  shownLines(text).replaceAll(/^ALERT\b.*$/gm, (line) => coloured('bad', line));

export function reportLine(command: Command, text: string): void {
  if (!wantsJson(command)) process.stderr.write(`${shownLines(text)}\n`);
}

/** Rows of an upload that were not taken: each with its reason, and the exit code says that there are some. */
export function reportRejected(
  command: Command,
  rejected: readonly { line: number; reason: string }[],
): void {
  for (const { line, reason } of rejected) reportLine(command, `line ${line}: ${reason}`);
  if (rejected.length > 0) process.exitCode = EXIT.finishedWithFailures;
}
