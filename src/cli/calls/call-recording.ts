/** `dialwright calls recording`: asks the recording desk for a recording, and writes it to a file. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { connect, print, reportLine } from '../output.ts';
import type { ApiClient } from '../../terminal/api-client.ts';
import type { Call } from '../../terminal/api-shapes.ts';
import { EXIT } from '../../terminal/exit-codes.ts';
import { recordingText } from './call-format.ts';

export interface RecordingOptions {
  wait?: boolean;
  out?: string;
}

const EVERY_MS = 1_000;

/** Prints the state of the recording. With `--out`, writes the recording to a file if it is stored. */
export async function askForRecording(
  ref: string,
  { wait, out }: RecordingOptions,
  command: Command,
): Promise<void> {
  const path = { ref };
  const client = await connect(command);
  let call: Call = await client.get('/v1/calls/{ref}', { path });
  if (call.recording !== 'stored') {
    call = await client.post('/v1/calls/{ref}/recording/look-up', { path });
  }
  if (wait === true) call = await settled(client, call, command);
  if (call.recording === 'stored' && out !== undefined) {
    await client.download('/v1/calls/{ref}/recording', { path }, out);
  }
  print(command, call, () => formatRecording(call, out));
  if (call.recording === 'missing') process.exitCode = EXIT.finishedWithFailures;
}

async function settled(client: ApiClient, first: Call, command: Command): Promise<Call> {
  let call = first;
  for (let reported = ''; !isSettled(call);) {
    const now = formatRecording(call, undefined);
    if (now !== reported) reportLine(command, now);
    reported = now;
    await sleep(EVERY_MS);
    call = await client.get('/v1/calls/{ref}', { path: { ref: call.ref } });
  }
  return call;
}

const isSettled = ({ recording }: Call): boolean =>
  ['stored', 'missing', 'none'].includes(recording);

function formatRecording(call: Call, out: string | undefined): string {
  const written = call.recording === 'stored' && out !== undefined ? `, written to ${out}` : '';
  return `the recording of ${call.ref} is ${recordingText(call)}${written}`;
}
