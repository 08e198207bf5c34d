import type { Command } from 'commander';
import type { Schemas } from '../../client/client.ts';
import type { RequestOf } from '../../client/requests.ts';
import type { ApiClient } from '../../terminal/api-client.ts';
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
  const { role } = await client.get('/v1/keys/current');
  // A key of one agent has a route of its own, which only that agent's calls have.
  const outcome =
    role === 'agent'
      ? await setOwn(client, request, change)
      : change
        ? await client.replace('/v1/calls/{ref}/outcome', request)
        : await client.put('/v1/calls/{ref}/outcome', request);
  print(command, outcome, () => formatOutcome(outcome));
}

/** The tag of the outcome that is there is on the agent's page, because calls cannot be read with its key. */
async function setOwn(
  client: ApiClient,
  request: RequestOf<'/v1/agent/calls/{ref}/outcome', 'put'>,
  change: boolean | undefined,
): Promise<Schemas['Outcome']> {
  const { call } = await client.get('/v1/agent');
  const etag = change === true && call?.ref === request.path.ref ? call.outcome_etag : null;
  return client.putIf('/v1/agent/calls/{ref}/outcome', request, etag);
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
