import type { Command } from 'commander';
import type { Schemas } from '../../client/client.ts';
import { connect, print } from '../output.ts';
import { instantsOf } from '../time-argument.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';

export interface OutcomeOptions {
  note?: string;
  data?: string;
  at?: string;
  notAfter?: string;
  change?: boolean;
}

export async function setOutcome(
  { ref, code }: { ref: string; code: string },
  { note, data, at, notAfter, change }: OutcomeOptions,
  command: Command,
): Promise<void> {
  const times = instantsOf(command, { at, notAfter });
  const callback = times.at === undefined ? undefined : { at: times.at, not_after: times.notAfter };
  const body = { code, note, data: data === undefined ? undefined : jsonOf(data), callback };
  const request = { path: { ref }, body };
  const client = await connect(command);
  const outcome = change
    ? await client.replace('/v1/calls/{ref}/outcome', request)
    : await client.put('/v1/calls/{ref}/outcome', request);
  print(command, outcome, () => formatOutcome(outcome));
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new CommandError({
      what: '--data is no JSON',
      why: 'it cannot be read as JSON',
      next: 'write it like {"order":17}, in quotes of your shell',
      code: EXIT.usage,
    });
  }
}

const formatOutcome = ({ ref, code, effects }: Schemas['Outcome']): string =>
  [
    `${ref}: ${code}`,
    ...effects.map(({ done, text }) => `  ${done ? 'done' : 'not done'}: ${text}`),
  ].join('\n');
