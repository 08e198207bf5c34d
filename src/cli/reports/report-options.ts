/** Options of reports: who reads them, and of when they are. */
import { type Command } from 'commander';
import {
  NAMES_OF_SPANS,
  daysOfSpan,
  type NamedSpan,
} from '../../domain/spreadsheets/named-spans.ts';
import { dateOf, localTimeAt } from '../../domain/zone.ts';
import { excelOption, oneOf } from '../choices.ts';
import { instantsOf, localZone, timeOption, zoneOption } from '../time-argument.ts';

export interface SpanOptions {
  from?: string | undefined;
  to?: string | undefined;
  span?: NamedSpan;
  zone?: string | undefined;
}

export function withSpan(command: Command, times: Record<string, string>): Command {
  for (const [flags, description] of Object.entries(times)) {
    command.addOption(timeOption(flags, description));
  }
  return command.addOption(
    oneOf('--span <span>', 'instead of both: days in --zone', NAMES_OF_SPANS).conflicts([
      'from',
      'to',
    ]),
  );
}

/** The instants that the API is asked for. */
export function spanOf(command: Command, { from, to, span, zone = localZone() }: SpanOptions) {
  if (span === undefined) return instantsOf(command, { from, to });
  const days = daysOfSpan(span, dateOf(localTimeAt(zone, Date.now()).day));
  return instantsOf(command, { from: days.from, to: days.to ?? undefined });
}

/** `--zone`, which is that of this machine where it is not given, and `--for`. */
export const withReader = (command: Command): Command =>
  command
    .addOption(
      zoneOption('zone of the columns that end in _local; by default that of this machine'),
    )
    .hook('preAction', (given) => {
      if (given.getOptionValue('zone') === undefined) given.setOptionValue('zone', localZone());
    })
    .addOption(
      excelOption('--for <excel>', 'CSV that Excel in this language opens by a double click'),
    );
