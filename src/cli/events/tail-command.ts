/** `dialwright events tail`: the stream of events, which goes on where it was when the connection breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { ApiClient } from '../../terminal/api-client.ts';
import type { Event } from '../../terminal/api-shapes.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';
import { serverSentEvents } from '../../terminal/server-sent-events.ts';
import { shownJson, shownLines } from '../../terminal/terminal-text.ts';
import { causeOf } from '../../terminal/unreachable-advice.ts';
import { connect, wantsJson } from '../output.ts';
import { rowOf, type EventFilter } from './event-format.ts';

/** The server sends a comment every 15 seconds. */
const SILENT_MS = 45_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

export async function tailEvents(
  { after, types, campaign, subject }: EventFilter & { after?: string },
  command: Command,
): Promise<void> {
  const client = await connect(command);
  const show = wantsJson(command) ? shownJson : lineOf;
  let last = after ?? (await newestId(client));
  let waitMs = FIRST_WAIT_MS;
  let isBroken = false;
  for (;;) {
    try {
      const body = await client.eventStream({ types, campaign, subject }, last);
      if (isBroken) notice(`connected again; events continue behind ${last}`);
      isBroken = false;
      waitMs = FIRST_WAIT_MS;
      for await (const event of serverSentEvents(body, SILENT_MS)) {
        if (event.event === 'events.lost') notice(lostText(last, event));
        else process.stdout.write(`${show(event.data)}\n`);
        last = event.id ?? last;
      }
      throw new Error('the server closed it');
    } catch (error) {
      if (isRefused(error)) throw error;
      if (!isBroken) notice(`the connection broke: ${causeOf(error)}; connecting again …`);
      isBroken = true;
    }
    await sleep(waitMs);
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
  }
}

/** With `--json` too, because stdout has events only. */
const notice = (text: string): void => void process.stderr.write(`${shownLines(text)}\n`);

const lostText = (last: string, { id = 'a later one' }: { id?: string | undefined }): string =>
  `events behind ${last} are not kept any more, and were missed: they continue behind ${id}`;

/** The same request would be refused again: the key was revoked, or the filter is wrong. */
const isRefused = (error: unknown): boolean =>
  error instanceof CommandError && error.failure.code === EXIT.refused;

const lineOf = (data: string): string =>
  shownLines(
    rowOf(JSON.parse(data) as Event)
      .slice(1)
      .join('  '),
  );

/** Of all types, because a filtered one may be old. */
async function newestId(client: ApiClient): Promise<string> {
  const query = { order: 'desc' as const, limit: 1 };
  return (await client.get('/v1/events', { query })).data[0]?.id ?? 'evt_0';
}
