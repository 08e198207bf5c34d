/** `dialwright replay`: checks whether a stored history replays with the current workflows. */
import { historyConverterFrom } from '../../process/temporal.ts';
import { WORKFLOWS } from '../../contract/messages.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';
import { shown } from '../../terminal/terminal-text.ts';
import { replayFault, type ReplayFault } from './replay-fault.ts';
import {
  checkReadable,
  historyInFile,
  historyOnServer,
  isFile,
  type ServerOptions,
} from './replay-source.ts';

export interface Replayed {
  workflow_id: string;
  run_id: string;
  workflow_type: string;
  events: number;
  replays: boolean;
  /** Why it does not replay; null: it does. */
  fault: ReplayFault | null;
}

/** @param named the id of a workflow on the server, or a file. @throws CommandError, ConfigError */
export async function replay(named: string, options: ServerOptions): Promise<Replayed> {
  const converter = historyConverterFrom(process.env);
  const history = isFile(named)
    ? await historyInFile(named)
    : await historyOnServer(named, options);
  const start = history.events?.[0]?.workflowExecutionStartedEventAttributes;
  const type = start?.workflowType?.name ?? '';
  if (!Object.values<string>(WORKFLOWS).includes(type)) throw notOurs(named, type);
  await checkReadable(history, converter);
  const fault = await replayFault(history, converter);
  return {
    workflow_id: start?.workflowId || named,
    run_id: start?.originalExecutionRunId ?? '',
    workflow_type: type,
    events: history.events?.length ?? 0,
    replays: fault === undefined,
    fault: fault ?? null,
  };
}

export function formatReplay({ workflow_id, workflow_type, events, fault }: Replayed): string {
  const what = shown(`${workflow_id} (${workflow_type}, ${events} events)`);
  if (fault === null) return `${what} replays`;
  const where =
    fault.event === null ? '' : `\n  At:   event ${fault.event_id}, ${shown(fault.event)}`;
  return (
    `${what} does not replay${where}\n  Why:  ${shown(fault.message)}\n` +
    '  Next: keep the old way for runs that took it: "Changing a workflow" in CONTRIBUTING.md'
  );
}

function notOurs(named: string, type: string): CommandError {
  return new CommandError({
    code: EXIT.usage,
    what: `${named} is not the history of a Dialwright workflow`,
    why: type === '' ? 'it names no workflow type' : `its workflow type is ${shown(type)}`,
    next: `name a workflow of type ${Object.values(WORKFLOWS).join(', ')}`,
  });
}
