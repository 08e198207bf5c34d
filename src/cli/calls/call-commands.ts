/** `dialwright calls …`: places, lists, follows and ends calls, and closes those that ended as unknown. */
import { Command } from 'commander';
import { RESOLUTIONS } from '../../domain/calls/disposition.ts';
import { confirm, yesOption, type YesOption } from '../confirm.ts';
import { numberQuery } from '../number-option.ts';
import { connect, limitOption, listed, print, reportLine } from '../output.ts';
import { instantsOf, withTimes } from '../time-argument.ts';
import { CALL_TIMES, withCallFilter, type CallFilterOptions } from './call-filter.ts';
import type { OutcomeOptions } from './call-outcome.ts';
import type { RecordingOptions } from './call-recording.ts';
import { EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { oneOf } from '../choices.ts';

type ListOptions = CallFilterOptions & { order?: 'asc' | 'desc' };

interface ResolveOptions {
  as: (typeof RESOLUTIONS)[number];
  reason: string;
  cost?: string;
  redial: boolean;
}

export function callCommands(): Command {
  const calls = new Command('calls').description('place, list, read and close calls');
  withTimes(withCallFilter(calls.command('list')), CALL_TIMES)
    .description('list or search calls, newest first')
    .addOption(oneOf('--order <order>', 'of creation; desc by default', ['asc', 'desc']))
    .addOption(limitOption())
    .action(listCalls);
  calls.command('show <ref>').description('show a call with its timeline').action(showCall);
  calls
    .command('watch <ref>')
    .description(
      'show what happens to a call until it has ended; exit code 3 if its end is unknown',
    )
    .action(watchCall);
  calls
    .command('now <number>')
    .description('place one call now, with the rules of the account; prints its reference')
    .option('--agent <id>', 'by default any free agent')
    .option('--name <name>', 'name of the person to call')
    .option('--idempotency-key <key>', 'a repeat with the same key places no other call')
    .action(callNow);
  calls.command('hangup <ref>').description('end a call').addOption(yesOption()).action(hangUp);
  calls.addCommand(resolveCommand());
  calls.addCommand(outcomeCommand());
  calls
    .command('recording <ref>')
    .description('fetch the recording of a call; the recording desk looks it up if it is missing')
    .option('--wait', 'wait until it is stored or given up')
    .option('--out <file>', 'the file to write it to')
    .action(async (ref: string, options: RecordingOptions, command: Command) => {
      const { askForRecording } = await import('./call-recording.ts');
      await askForRecording(ref, options, command);
    });
  for (const command of calls.commands) command.addOption(jsonOption());
  return calls;
}

const resolveCommand = (): Command =>
  new Command('resolve')
    .argument('<ref>')
    .description('close a call that ended as unknown, when you know how it ended')
    .addOption(oneOf('--as <disposition>', 'how it ended', RESOLUTIONS).makeOptionMandatory())
    .requiredOption('--reason <text>', 'how you know')
    .option('--cost <amount>', 'from the carrier\u2019s bill, such as 0.0420')
    .option('--no-redial', 'do not dial its contact again')
    .action(resolveCall);

const outcomeCommand = (): Command =>
  withTimes(new Command('outcome'), {
    '--at <time>': 'for a code that makes a callback: when to call back',
    '--not-after <time>': 'the latest time of the callback',
  })
    .argument('<ref>')
    .argument('<code>', '`outcomes list` shows the codes')
    .description('say what a call led to; what the code says follows at once')
    .option('--note <text>', 'for people')
    .option('--data <json>', 'JSON of your own')
    .option('--change', 'replace the outcome that the call has')
    .action(async (ref: string, code: string, options: OutcomeOptions, command: Command) => {
      const { setOutcome } = await import('./call-outcome.ts');
      await setOutcome({ ref, code }, options, command);
    });

async function listCalls(options: ListOptions, command: Command): Promise<void> {
  const { formatCalls } = await import('./call-format.ts');
  const { agent, campaign, state, disposition, outcome, order, from, to } = options;
  const times = instantsOf(command, { from, to });
  const chosen = { agent, campaign, state, disposition, outcome };
  const query = { ...numberQuery(options), ...chosen, order, ...times };
  const found = await listed(command, '/v1/calls', { query });
  print(command, found, () => formatCalls(found));
}

async function showCall(ref: string, _options: object, command: Command): Promise<void> {
  const { formatCall } = await import('./call-format.ts');
  const call = await (await connect(command)).get('/v1/calls/{ref}', { path: { ref } });
  print(command, call, () => formatCall(call));
}

async function watchCall(ref: string, _options: object, command: Command): Promise<void> {
  const { followCall } = await import('./call-watch.ts');
  const call = await followCall(await connect(command), ref, command);
  if (call.disposition === 'unknown') process.exitCode = EXIT.finishedWithFailures;
}

async function callNow(
  number: string,
  { agent, name, idempotencyKey }: { agent?: string; name?: string; idempotencyKey?: string },
  command: Command,
): Promise<void> {
  const body = { number, agent_id: agent, name };
  const request = { body, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  const placed = await (await connect(command)).post('/v1/calls', request);
  print(command, placed, () =>
    placed.reason === null ? placed.ref : `${placed.ref} is ${placed.state}: ${placed.reason}`,
  );
  reportLine(command, `Next: dialwright calls watch ${placed.ref}`);
}

async function hangUp(ref: string, options: YesOption, command: Command): Promise<void> {
  await confirm(command, options, `Ending call ${ref}`);
  const client = await connect(command);
  const hangup = await client.post('/v1/calls/{ref}/hangup', { path: { ref } });
  print(command, hangup, () => `${hangup.ref}: ${hangup.detail}`);
}

async function resolveCall(ref: string, options: ResolveOptions, command: Command): Promise<void> {
  const { as: disposition, reason, cost, redial } = options;
  const body = { disposition, reason, cost, redial };
  const call = await (
    await connect(command)
  ).post('/v1/calls/{ref}/resolve', {
    path: { ref },
    body,
  });
  print(command, call, () => `${call.ref} is ${call.disposition ?? call.state}`);
}
