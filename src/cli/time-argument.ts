/** The one grammar of times on the command line. Times without an offset are in the zone of `--zone`, else in that of this machine. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { dateOf, dayOf, instantOf, localTimeAt, offsetMsAt } from '../domain/zone.ts';
import { isZone, readZone } from '../domain/zone-name.ts';
import { unreachable } from '../domain/unreachable.ts';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';
import { reportLine } from './output.ts';

export const TIMES_HELP = `
Times:
  2026-11-23T09:00:00Z      an instant, with Z or an offset such as +01:00
  2026-11-23 09:00          a local time; also 2026-11-23T09:00:30
  2026-11-23                the start of a local day; also today, yesterday,
                            tomorrow, each also with a time: tomorrow 09:00
  now, -2h, +30m            relative to now, in s, m, h or d
  Local times are in the zone of --zone, or else in that of this machine (TZ).
  A time that is skipped in spring is the instant of the change; of a time that
  occurs twice in autumn, the first is taken.`;

/** A time as somebody wrote it. */
export type GivenTime =
  | { kind: 'instant'; atMs: number }
  | { kind: 'relative'; ms: number }
  /** A local day by its number since 1970-01-01, or counted from today. */
  | { kind: 'local'; day: { number: number } | { fromToday: number }; secondOfDay: number };

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DAYS: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 };
const CLOCK = String.raw`([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?`;
const INSTANT = new RegExp(
  String.raw`^(\d{4}-\d{2}-\d{2})[Tt ]${CLOCK}([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$`,
);
const LOCAL = new RegExp(String.raw`^(\d{4}-\d{2}-\d{2})(?:[Tt ]${CLOCK})?$`);
const NAMED = new RegExp(String.raw`^(yesterday|today|tomorrow)(?: ${CLOCK})?$`);
const RELATIVE = /^([+-])(\d{1,6})([smhd])$/;

/** Undefined: it is none of the grammar, or a date that no calendar has. */
export function readTime(text: string): GivenTime | undefined {
  const instant = INSTANT.exec(text);
  if (instant) {
    if (!isDate(instant[1]!)) return undefined;
    return { kind: 'instant', atMs: Date.parse(text.toUpperCase().replace(' ', 'T')) };
  }
  const local = LOCAL.exec(text);
  if (local) {
    if (!isDate(local[1]!)) return undefined;
    return { kind: 'local', day: { number: dayOf(local[1]!) }, secondOfDay: secondOf(local) };
  }
  const named = NAMED.exec(text);
  if (named) {
    return { kind: 'local', day: { fromToday: DAYS[named[1]!]! }, secondOfDay: secondOf(named) };
  }
  if (text === 'now') return { kind: 'relative', ms: 0 };
  const [, sign, count, unit] = RELATIVE.exec(text) ?? [];
  if (count === undefined) return undefined;
  const ms = Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
  return { kind: 'relative', ms: sign === '-' ? -ms : ms };
}

const secondOf = ([, , hours = '0', minutes = '0', seconds = '0']: RegExpExecArray): number =>
  Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);

/** Whether the calendar has the date: 2026-02-30 is refused. */
function isDate(date: string): boolean {
  const day = dayOf(date);
  return Number.isInteger(day) && dateOf(day) === date;
}

/** As epoch ms. */
export function timeIn(zone: string, given: GivenTime, nowMs: number): number {
  switch (given.kind) {
    case 'instant':
      return given.atMs;
    case 'relative':
      return nowMs + given.ms;
    case 'local': {
      const { day: at, secondOfDay } = given;
      const day = 'number' in at ? at.number : localTimeAt(zone, nowMs).day + at.fromToday;
      const minuteOfDay = Math.floor(secondOfDay / 60);
      return instantOf(zone, { day, minuteOfDay }) + (secondOfDay % 60) * 1_000;
    }
    default:
      return unreachable(given);
  }
}

/** Options that take a time, `--zone` for them, and the grammar in the help. `instantsOf` reads them in the action. */
export function withTimes(command: Command, options: Record<string, string>): Command {
  for (const [flags, description] of Object.entries(options)) {
    command.addOption(timeOption(flags, description));
  }
  return command
    .addOption(zoneOption('time zone of times without one, such as Europe/Paris'))
    .addHelpText('after', TIMES_HELP);
}

/** For commands whose `--zone` has a description of its own; others use `withTimes`. */
export const timeOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(checkedTime);

export const zoneOption = (description: string): Option =>
  new Option('--zone <zone>', description).argParser((text) => {
    const read = readZone(text);
    if ('zone' in read) return read.zone;
    throw new InvalidArgumentError(`It ${read.fault}.`);
  });

function checkedTime(text: string): string {
  if (readTime(text) !== undefined) return text;
  throw new InvalidArgumentError(
    'needs a time such as 2026-11-23T09:00:00Z, "2026-11-23 09:00", today, "tomorrow 09:00" or -2h.',
  );
}

/**
 * The options that are times, as RFC 3339 instants for the API. What was local or relative is printed with its zone, so
 * that nobody starts a campaign in another hour than meant.
 */
export function instantsOf<Name extends string>(
  command: Command,
  given: { [Each in Name]?: string | undefined },
  /** Where there is no `--zone`; undefined: that of this machine. */
  otherZone?: string,
): Partial<Record<Name, string>> {
  const named = command.opts<{ zone?: string }>().zone ?? otherZone;
  const nowMs = Date.now();
  const instants: Partial<Record<Name, string>> = {};
  for (const [name, text] of Object.entries(given) as [Name, string | undefined][]) {
    if (text === undefined) continue;
    const time = readTime(text);
    if (time === undefined) throw noTime(name, text);
    const zone = time.kind === 'local' ? (named ?? localZone()) : 'UTC';
    const instant = new Date(timeIn(zone, time, nowMs)).toISOString();
    if (time.kind !== 'instant') {
      const where = time.kind === 'local' ? ` in ${zone}` : '';
      reportLine(command, `${name}: ${text}${where} is ${instant}`);
    }
    instants[name] = instant;
  }
  return instants;
}

/** A local time stays local, for a server that knows the zone: `2026-11-24T10:00`. Anything else is an instant. */
export function localTimeOrInstant(text: string, zone?: string): string {
  const nowMs = Date.now();
  const time = readTime(text);
  if (time === undefined) return text;
  if (time.kind !== 'local') return new Date(timeIn('UTC', time, nowMs)).toISOString();
  const isToday = 'fromToday' in time.day;
  const clockMs = isToday ? localAsUtcMs(zone ?? localZone(), nowMs) : nowMs;
  return new Date(timeIn('UTC', time, clockMs)).toISOString().slice(0, 16);
}

/** The local clock of the zone, as if it were UTC. */
const localAsUtcMs = (zone: string, nowMs: number): number => nowMs + offsetMsAt(zone, nowMs);

/**
 * The zone of this machine, or of TZ. A TZ that is no IANA name means something else to Node than to other programs.
 * @throws CommandError for such a TZ
 */
export function localZone(env = process.env): string {
  const set = (env['TZ'] ?? '').replace(/^:/, '');
  if (set !== '' && !set.startsWith('/')) {
    const read = readZone(set);
    if ('zone' in read) return read.zone;
    throw new CommandError({
      code: EXIT.usage,
      what: 'The time zone of this machine cannot be used',
      why: `TZ is ${set}, and ${read.fault}`,
      next: 'set TZ to a name such as Europe/Paris, or give --zone',
    });
  }
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isZone(zone) ? zone : 'UTC';
}

function noTime(name: string, text: string): CommandError {
  return new CommandError({
    code: EXIT.usage,
    what: `${name} is no time`,
    why: text,
    next: 'write it like 2026-11-23T09:00:00Z or "2026-11-23 09:00"',
  });
}
