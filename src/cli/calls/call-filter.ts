/** The options that select calls, in lists and in reports. */
import { type Command } from 'commander';
import type { RequestOf } from '../../client/requests.ts';
import { DISPOSITIONS } from '../../domain/calls/disposition.ts';
import { CALL_STATES, oneOf } from '../choices.ts';
import { withNumber, type NumberOptions } from '../number-option.ts';

type CallQuery = NonNullable<RequestOf<'/v1/calls', 'get'>['query']>;
export type CallFilterOptions = Pick<
  CallQuery,
  'agent' | 'campaign' | 'state' | 'disposition' | 'outcome' | 'from' | 'to'
> &
  NumberOptions;

/** The times (`CALL_TIMES`) are added by the command, because `--zone` has another meaning in reports. */
export const withCallFilter = (command: Command): Command =>
  withNumber(command, 'only calls to this number, such as +12025550101')
    .option('--agent <id>', 'only calls of this agent')
    .option('--campaign <id>', 'only calls of this campaign')
    .addOption(oneOf('--state <state>', 'only calls in this state', CALL_STATES))
    .addOption(
      oneOf('--disposition <disposition>', 'only calls that ended like this', DISPOSITIONS),
    )
    .option('--outcome <code>', 'only calls of which somebody said that they led to this');

export const CALL_TIMES = {
  '--from <time>': 'only calls that were created then or later',
  '--to <time>': 'only calls that were created before',
};
