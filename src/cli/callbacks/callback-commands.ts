/** `dialwright callbacks …`: calls at a set time, once or repeatedly. */
import { Command } from 'commander';
import { CALLBACK_STATES } from '../../domain/callbacks/callback-turn.ts';
import { bodyFileAt, fileOption, namingLines, over } from '../body-file.ts';
import { connect, limitOption, listed, print, reportLine } from '../output.ts';
import type { BodyOf } from '../../client/requests.ts';
import type { Callback, CallbackTurn } from '../../terminal/api-shapes.ts';
import { jsonOption } from '../../terminal/exit-codes.ts';
import {
  instantsOf,
  localTimeOrInstant,
  timeOption,
  withTimes,
  zoneOption,
} from '../time-argument.ts';
import { numberQuery, withNumber, type NumberOptions } from '../number-option.ts';
import { wholeNumber } from '../whole-number.ts';
import { table } from '../../terminal/table.ts';
import { oneOf } from '../choices.ts';

const MOVES = {
  pause: 'it does not come until it is resumed',
  resume: 'it comes again',
  cancel: 'it does not come any more',
} as const;
type Move = keyof typeof MOVES;

type Added = BodyOf<'/v1/callbacks', 'post'>;
type Edited = BodyOf<'/v1/callbacks/{callbackId}', 'patch'>;

interface TimeOptions {
  at?: string;
  notAfter?: string;
  every?: string;
  weekdays?: string[];
  daysOfMonth?: number[];
  from?: string;
  until?: string;
  count?: number;
  jitter?: string;
}

interface Options extends TimeOptions {
  zone?: string;
  name?: string;
  agent?: string;
  preferAgentFor?: string;
  pool?: string;
  call?: string;
  file?: string;
}

export function callbackCommands(): Command {
  const callbacks = new Command('callbacks').description(
    'call a number at a set time, once or repeatedly',
  );
  withSettings(callbacks.command('add [number]'))
    .description('add a callback to a number, or to the number of an earlier call')
    .option('--call <ref>', 'the call in which the callback was requested')
    .addOption(fileOption('a callback'))
    .action(addCallback);
  withSettings(callbacks.command('edit <id>'))
    .description('change its time and its agents; settings that are not named stay')
    .action(editCallback);
  withNumber(callbacks.command('list'), 'only callbacks to this number')
    .description('list callbacks, oldest first')
    .addOption(oneOf('--state <state>', 'only callbacks in this state', CALLBACK_STATES))
    .addOption(limitOption())
    .action(listCallbacks);
  withTimes(callbacks.command('calendar'), {
    '--from <time>': 'left out: now',
    '--to <time>': 'left out: seven days later; at most 31',
  })
    .description('list the turns of all callbacks by time: made, missed and planned')
    .option('--limit <n>', 'the most turns that are shown', wholeNumber(1, 1_000))
    .action(showCalendar);
  callbacks
    .command('show <id>')
    .description('show a callback with its last turns')
    .action(showCallback);
  for (const [move, description] of Object.entries(MOVES) as [Move, string][]) {
    callbacks.command(`${move} <id>`).description(description).action(moveCallback(move));
  }
  for (const command of callbacks.commands) command.addOption(jsonOption());
  return callbacks;
}

function withSettings(command: Command): Command {
  return command
    .addOption(timeOption('--at <time>', 'one time, by the clock of the number'))
    .option('--not-after <time>', 'the latest time; with --every a local time such as 12:00')
    .option('--every <time>', 'repeatedly, at this local time such as 10:00')
    .option('--weekdays <days>', 'such as mon,thu', names)
    .option('--days-of-month <days>', 'such as 1,15', numbers)
    .option('--from <date>', 'the first date')
    .option('--until <date>', 'the last date')
    .option('--count <n>', 'number of turns', smallNumber)
    .option('--jitter <duration>', 'each turn is later by a random time up to this')
    .addOption(
      zoneOption('IANA time zone; by default that of the number’s country, if it has only one'),
    )
    .option('--name <name>', 'name of the person to call')
    .option('--agent <id>', 'the agent who is asked first')
    .option('--prefer-agent-for <duration>', 'how long only this agent may take it; by default 15m')
    .option('--pool <pool>', 'the pool whose agents take it; by default the pool of the agent');
}

async function addCallback(number: string | undefined, options: Options, command: Command) {
  // Days and times are sent as they are given: the server names what is wrong with them.
  const file = await bodyFileAt(options.file, 'docs/callbacks.md');
  const given = { number, call_ref: options.call, ...bodyOf(options) };
  const body = over(file?.body ?? {}, given) as Added;
  const client = await connect(command);
  const callback = await namingLines(file, () => client.post('/v1/callbacks', { body }));
  print(command, callback, () => `${callback.id} ${formatCallback(callback)}`);
}

async function editCallback(id: string, options: Options, command: Command): Promise<void> {
  const client = await connect(command);
  const callback = await client.edit(
    '/v1/callbacks/{callbackId}',
    ofCallback(id),
    () => bodyOf(options) as Edited,
  );
  print(command, callback, () => `${callback.id} ${formatCallback(callback)}`);
}

/** An edit is a merge patch, so it may name single members of `every`. */
function bodyOf(options: Options) {
  const { zone, name, agent, preferAgentFor, pool } = options;
  const at = localTimeIn(options.at, zone);
  const shared = { zone, name, agent_id: agent, prefer_agent_for: preferAgentFor, pool, at };
  const { weekdays, daysOfMonth, from, until, count, jitter, notAfter } = options;
  const dates = { from, until, count, jitter };
  const every = { at: options.every, weekdays, days_of_month: daysOfMonth, ...dates };
  const recurs = Object.values(every).some((value) => value !== undefined);
  return recurs
    ? { ...shared, every: { ...every, not_after: notAfter } }
    : { ...shared, not_after: localTimeIn(notAfter, zone) };
}

const localTimeIn = (text: string | undefined, zone: string | undefined) =>
  text === undefined ? undefined : localTimeOrInstant(text, zone);

async function listCallbacks(
  { state, ...number }: NumberOptions & { state?: Callback['state'] },
  command: Command,
): Promise<void> {
  const found = await listed(command, '/v1/callbacks', {
    query: { state, ...numberQuery(number) },
  });
  const rows = found.map((callback) => [
    callback.id,
    callback.state,
    callback.next_at ?? callback.at,
    callback.agent_id ?? callback.pool,
    outcomeOf(callback.last),
  ]);
  print(command, found, () => table([['id', 'state', 'comes', 'for', 'last'], ...rows]));
}

async function showCalendar(
  { from, to, limit }: { from?: string; to?: string; limit?: number },
  command: Command,
): Promise<void> {
  const client = await connect(command);
  const query = { ...instantsOf(command, { from, to }), limit };
  const calendar = await client.get('/v1/callbacks/turns', { query });
  if (calendar.more) reportLine(command, 'There are more turns: a shorter span shows all of it.');
  const rows = calendar.data.map((turn) => [
    turn.at,
    turn.zone,
    turn.callback_id,
    turn.name ?? turn.number,
    turn.agent_id ?? turn.pool,
    outcomeOf(turn),
  ]);
  const head = ['planned', 'zone', 'callback', 'who', 'for', 'state'];
  print(command, calendar, () => table([head, ...rows]));
}

async function showCallback(id: string, _options: object, command: Command): Promise<void> {
  const client = await connect(command);
  const callback = await client.get('/v1/callbacks/{callbackId}', ofCallback(id));
  const turns = await client.get('/v1/callbacks/{callbackId}/turns', {
    ...ofCallback(id),
    query: { limit: 20 },
  });
  print(command, { ...callback, last_turns: turns.data }, () => {
    const rows = turns.data.map((turn) => [turn.at, outcomeOf(turn), turn.ref]);
    return `${callback.id} ${formatCallback(callback)}\n${table(rows)}`.trimEnd();
  });
}

function moveCallback(move: Move) {
  return async (id: string, _options: object, command: Command): Promise<void> => {
    const client = await connect(command);
    const callback = await client.post(`/v1/callbacks/{callbackId}/${move}`, ofCallback(id));
    print(command, callback, () => `${callback.id} ${formatCallback(callback)}`);
  };
}

function formatCallback({ state, next_at: nextAt, at, zone }: Callback): string {
  const comes = nextAt ?? at;
  return `is ${state}${comes === null ? '' : `, ${comes} (${zone})`}`;
}

const outcomeOf = (turn: Pick<CallbackTurn, 'state' | 'reason' | 'disposition'> | null): string =>
  turn === null
    ? ''
    : [turn.state, turn.reason ?? turn.disposition].filter((part) => part !== null).join(': ');

const ofCallback = (callbackId: string) => ({ path: { callbackId } });

const smallNumber = wholeNumber(1, 99_999);
const names = (text: string): string[] => text.split(',').map((name) => name.trim());
const numbers = (text: string): number[] => names(text).map(smallNumber);
