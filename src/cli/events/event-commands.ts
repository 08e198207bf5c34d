/** `dialwright events …`: what happened, and what needs attention. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { ApiClient } from '../../terminal/api-client.ts';
import type { Event } from '../../terminal/api-shapes.ts';
import { jsonOption } from '../../terminal/exit-codes.ts';
import { shownLines } from '../../terminal/terminal-text.ts';
import { connect, listed, limitOption, print, wantsJson } from '../output.ts';

const POLL_EVERY_MS = 1_000;

interface Filter {
  types?: string;
  campaign?: string;
  subject?: string;
}

export function eventCommands(): Command {
  const events = new Command('events').description('what happened, as other systems are told');
  filtered(events.command('list'))
    .description('list events, newest first')
    .addOption(limitOption())
    .action(listEvents);
  filtered(events.command('tail'))
    .description('show events as they happen, until ctrl-c; with --json one object on each line')
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

async function listEvents(filter: Filter, command: Command): Promise<void> {
  const { table } = await import('../../terminal/table.ts');
  const { types, campaign, subject } = filter;
  const query = { types, campaign, subject, order: 'desc' as const };
  const data = await listed(command, '/v1/events', { query });
  const head = ['id', 'at', 'type', 'subject', 'facts'];
  print(command, { data }, () =>
    data.length === 0 ? 'no events' : table([head, ...data.map(rowOf)]),
  );
}

const rowOf = ({ id, timestamp, type, subject, data }: Event): string[] => [
  id,
  timestamp,
  type,
  subject,
  factsOf(data),
];

const factsOf = (data: Event['data']): string =>
  Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');

async function tailEvents(
  { after, types, campaign, subject }: Filter & { after?: string },
  command: Command,
): Promise<void> {
  const client = await connect(command);
  const show = wantsJson(command) ? (event: Event) => JSON.stringify(event) : lineOf;
  let last = after ?? (await newestId(client));
  for (;;) {
    const query = { types, campaign, subject, after: last, limit: 200 };
    const { data } = await client.get('/v1/events', { query });
    for (const event of data) process.stdout.write(`${show(event)}\n`);
    last = data.at(-1)?.id ?? last;
    if (data.length === 0) await sleep(POLL_EVERY_MS);
  }
}

const lineOf = (event: Event): string => shownLines(rowOf(event).slice(1).join('  '));

/** Of all types, because a filtered one may be old. */
async function newestId(client: ApiClient): Promise<string> {
  const query = { order: 'desc' as const, limit: 1 };
  return (await client.get('/v1/events', { query })).data[0]?.id ?? 'evt_0';
}

async function listAlerts(_options: object, command: Command): Promise<void> {
  const { table } = await import('../../terminal/table.ts');
  const answer = await (await connect(command)).get('/v1/alerts');
  const rows = answer.data.map((alert) => [alert.raised_at, alert.kind, alert.subject, alert.text]);
  print(command, answer, () =>
    rows.length === 0 ? 'no alerts' : table([['since', 'alert', 'subject', 'text'], ...rows]),
  );
}
