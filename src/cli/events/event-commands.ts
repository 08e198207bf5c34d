/** `dialwright events …`: what happened, and what needs attention. */
import { Command } from 'commander';
import { jsonOption } from '../../terminal/exit-codes.ts';
import { connect, listed, limitOption, print } from '../output.ts';
import { rowOf, type EventFilter } from './event-format.ts';
import { table } from '../../terminal/table.ts';

export function eventCommands(): Command {
  const events = new Command('events').description('what happened, as other systems are told');
  filtered(events.command('list'))
    .description('list events, newest first')
    .addOption(limitOption())
    .action(listEvents);
  filtered(events.command('tail'))
    .description(
      'show events as they happen, until ctrl-c, and go on when the connection breaks; with --json one object on each line',
    )
    .option('--after <id>', 'begin behind this event, such as evt_1042; by default now')
    .action(tailEvents);
  events.command('alerts').description('list the alerts that stand').action(listAlerts);
  for (const command of events.commands) command.addOption(jsonOption());
  return events;
}

const filtered = (command: Command): Command =>
  command
    .option('--types <types>', 'with commas between them, such as call.ended,alert.*')
    .option('--campaign <id>', 'only of this campaign')
    .option('--subject <path>', 'only of this resource, such as calls/<ref>');

async function listEvents(filter: EventFilter, command: Command): Promise<void> {
  const { types, campaign, subject } = filter;
  const query = { types, campaign, subject, order: 'desc' as const };
  const data = await listed(command, '/v1/events', { query });
  const head = ['id', 'at', 'type', 'subject', 'facts'];
  print(command, { data }, () =>
    data.length === 0 ? 'no events' : table([head, ...data.map(rowOf)]),
  );
}

async function tailEvents(
  options: EventFilter & { after?: string },
  command: Command,
): Promise<void> {
  const tail = await import('./tail-command.ts');
  return tail.tailEvents(options, command);
}

async function listAlerts(_options: object, command: Command): Promise<void> {
  const answer = await (await connect(command)).get('/v1/alerts');
  const rows = answer.data.map((alert) => [alert.raised_at, alert.kind, alert.subject, alert.text]);
  print(command, answer, () =>
    rows.length === 0 ? 'no alerts' : table([['since', 'alert', 'subject', 'text'], ...rows]),
  );
}
