/** `dialwright calls watch`: follows a call to its end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { ApiClient } from '../../terminal/api-client.ts';
import type { CallDetail } from '../../terminal/api-shapes.ts';
import { table } from '../../terminal/table.ts';
import { shownJson, shownLines } from '../../terminal/terminal-text.ts';
import { formatEnd } from './call-format.ts';
import { wantsJson } from '../output.ts';

const EVERY_MS = 1_000;

/** Prints each new line of the timeline; for programs each answer that differs, on one line. Returns the last answer. */
export async function followCall(
  client: ApiClient,
  ref: string,
  command: Command,
): Promise<CallDetail> {
  const printed = new Set<string>();
  for (let last = ''; ;) {
    const call = await client.get('/v1/calls/{ref}', { path: { ref } });
    const text = JSON.stringify(call);
    if (text !== last && wantsJson(command)) process.stdout.write(`${shownJson(text)}\n`);
    last = text;
    if (!wantsJson(command)) {
      // A late event stands before lines that were printed.
      const fresh = call.timeline.filter((line) => !printed.has(JSON.stringify(line)));
      if (fresh.length > 0) process.stdout.write(`${shownLines(linesOf(fresh))}\n`);
      for (const line of fresh) printed.add(JSON.stringify(line));
    }
    if (isOver(call)) {
      if (!wantsJson(command)) process.stdout.write(`${shownLines(formatEnd(call))}\n`);
      return call;
    }
    await sleep(EVERY_MS);
  }
}

const isOver = ({ state }: CallDetail): boolean => state === 'ended' || state === 'unknown';

const linesOf = (timeline: CallDetail['timeline']): string =>
  table(timeline.map(({ at, kind, text }) => [at, kind, text]));
