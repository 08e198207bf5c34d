/** `dialwright calls …`: lists and shows calls, and closes calls that ended as unknown. */
import { Command, Option } from 'commander';
import { RESOLUTIONS } from '../../domain/calls/disposition.ts';
import { connect, everyItem, print } from '../output.ts';
import type { Call } from '../../terminal/api-shapes.ts';
import { jsonOption } from '../../terminal/exit-codes.ts';

interface ListOptions {
  campaign?: string;
  state?: Call['state'];
  disposition?: NonNullable<Call['disposition']>;
}

interface ResolveOptions {
  as: (typeof RESOLUTIONS)[number];
  reason: string;
  cost?: string;
  redial: boolean;
}

export function callCommands(): Command {
  const calls = new Command('calls').description('list, read and close calls');
  calls
    .command('list')
    .description('list calls, oldest first')
    .option('--campaign <id>', 'only calls of this campaign')
    .option('--state <state>', 'such as waiting, bridged, ended')
    .option('--disposition <disposition>', 'such as completed, unknown')
    .action(listCalls);
  calls.command('show <ref>').description('show a call with its timeline').action(showCall);
  calls
    .command('resolve <ref>')
    .description('close a call that ended as unknown, when you know how it ended')
    .addOption(
      new Option('--as <disposition>', 'how it ended').choices(RESOLUTIONS).makeOptionMandatory(),
    )
    .requiredOption('--reason <text>', 'how you know')
    .option('--cost <amount>', 'from the carrier\u2019s bill, such as 0.0420')
    .option('--no-redial', 'do not dial its contact again')
    .action(resolveCall);
  for (const command of calls.commands) command.addOption(jsonOption());
  return calls;
}

async function listCalls(options: ListOptions, command: Command): Promise<void> {
  const { formatCalls } = await import('./call-format.ts');
  const { campaign, state, disposition } = options;
  const client = await connect(command);
  const query = { state, disposition };
  const found =
    campaign === undefined
      ? await everyItem(client, '/v1/calls', { query })
      : await everyItem(client, '/v1/campaigns/{campaignId}/calls', {
          path: { campaignId: campaign },
          query,
        });
  print(command, found, () => formatCalls(found));
}

async function showCall(ref: string, _options: object, command: Command): Promise<void> {
  const { formatCall } = await import('./call-format.ts');
  const call = await (await connect(command)).get('/v1/calls/{ref}', { path: { ref } });
  print(command, call, () => formatCall(call));
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
