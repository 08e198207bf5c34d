/** Reads a history from a file that Temporal's tools exported, or from a Temporal server. */
import { readFile } from 'node:fs/promises';
import { isGrpcServiceError } from '@temporalio/client';
import type { DataConverter, Payload } from '@temporalio/common';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import type { History } from '../../process/replay/replay-runs.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';
import { AWAY, withTemporal, type Place } from './replay-server.ts';

export interface ServerOptions extends Place {
  runId?: string;
}

const PATIENCE_MS = 20_000;

/** Whether it is a file: our workflow ids contain no slash and do not end in `.json`. */
export const isFile = (named: string): boolean => /\.json$|[/\\]/.test(named);

/** @throws CommandError that names the file and its fault */
export async function historyInFile(file: string): Promise<History> {
  try {
    const json = JSON.parse(await readFile(file, 'utf8')) as unknown;
    // Some tools export only the list of events.
    const history = historyFromJSON(Array.isArray(json) ? { events: json } : json);
    if (!history.events?.[0]?.workflowExecutionStartedEventAttributes) {
      throw new Error('its first event is not the start of a workflow');
    }
    return history;
  } catch (error) {
    throw new CommandError({
      code: EXIT.usage,
      what: `${file} cannot be replayed`,
      why: error instanceof Error ? error.message : String(error),
      next: 'export a history without decoding its payloads: `temporal workflow show --workflow-id … --output json > history.json`, or Download in the Web UI',
      cause: error,
    });
  }
}

/** @throws CommandError */
export const historyOnServer = (workflowId: string, options: ServerOptions): Promise<History> =>
  withTemporal(options, async ({ client, address }) => {
    const { connection } = client;
    const { namespace } = client.options;
    const handle = client.workflow.getHandle(workflowId, options.runId);
    try {
      return await connection.withDeadline(Date.now() + PATIENCE_MS, () => handle.fetchHistory());
    } catch (error) {
      if (!isGrpcServiceError(error) || AWAY.includes(error.code)) throw error;
      throw new CommandError({
        code: EXIT.refused,
        what: `There is no history of ${workflowId} at ${address} in namespace ${namespace}`,
        why: error.details,
        next: 'look up the id in the Web UI: a call’s id is `call.` and its reference; Temporal removes closed workflows after a time',
        cause: error,
      });
    }
  });

/** @throws CommandError if a payload cannot be decrypted, because the replay would differ without it */
export async function checkReadable(
  history: History,
  { payloadCodecs = [] }: DataConverter,
): Promise<void> {
  const payloads = [...payloadsIn(history)];
  try {
    for (const codec of payloadCodecs) await codec.decode(payloads);
  } catch (error) {
    throw new CommandError({
      code: EXIT.usage,
      what: 'The history cannot be read',
      why: error instanceof Error ? error.message : String(error),
      next: 'set DIALWRIGHT_PAYLOAD_KEYS to the keys that were in use when the history was made',
      cause: error,
    });
  }
}

function* payloadsIn(part: unknown): Generator<Payload> {
  if (typeof part !== 'object' || part === null || part instanceof Uint8Array) return;
  if ('metadata' in part && 'data' in part) yield part as Payload;
  else for (const value of Object.values(part)) yield* payloadsIn(value);
}
