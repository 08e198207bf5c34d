import { parseArgs } from 'node:util';
import type { Demands } from './check.ts';
import { InputError } from './records/lines.ts';

interface CommandLine extends Demands {
  ledger: string;
  export: string;
  clientLog: string | null;
  recordings: string | null;
  /** How many violations of one check are shown. */
  limit: number;
}

export const USAGE = `usage: checker --ledger FILE --export FILE [options]

  --client-log FILE    what the API's client asked, was answered and saw leave
  --recordings DIR     where the recordings are
  --stop-grace-ms N    a POST may leave so long after it was decided on (1000)
  --claim-grace-ms N   a call may keep the rules it was claimed under for so long (10000)
  --at-least-calls N   the carrier accepted at least N calls (0)
  --max-unknown N      at most N calls ended unknown (any number)
  --finished           every campaign has ended; else one that has not is “still running”
  --no-finished        contacts and calls of an ended campaign may be under way, too
  --limit N            violations shown for each check (20)

“not exercised”: there was no case to judge, so nothing is proved.

Exit code: 0 nothing is violated, 1 something is, 2 the checker could not be run.
`;

const OPTIONS = {
  ledger: { type: 'string' },
  export: { type: 'string' },
  'client-log': { type: 'string' },
  recordings: { type: 'string' },
  'stop-grace-ms': { type: 'string', default: '1000' },
  'claim-grace-ms': { type: 'string', default: '10000' },
  'at-least-calls': { type: 'string', default: '0' },
  'max-unknown': { type: 'string' },
  finished: { type: 'boolean' },
  limit: { type: 'string', default: '20' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export function readCommandLine(args: string[]): CommandLine | 'help' {
  const { values } = parse(args);
  if (values.help) return 'help';
  if (values.ledger === undefined || values.export === undefined)
    throw new InputError('--ledger and --export are needed');
  return {
    ledger: values.ledger,
    export: values.export,
    clientLog: values['client-log'] ?? null,
    recordings: values.recordings ?? null,
    stopGraceMs: count('--stop-grace-ms', values['stop-grace-ms']),
    claimGraceMs: count('--claim-grace-ms', values['claim-grace-ms']),
    finished: finishedBy(values.finished),
    atLeastCalls: count('--at-least-calls', values['at-least-calls']),
    maxUnknown: count('--max-unknown', values['max-unknown'] ?? 'Infinity'),
    limit: count('--limit', values.limit),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowNegative: true });
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error));
  }
}

function finishedBy(finished: boolean | undefined): Demands['finished'] {
  if (finished === undefined) return 'of-ended';
  return finished ? 'all' : 'none';
}

function count(name: string, text: string): number {
  if (!/^(\d+|Infinity)$/.test(text)) throw new InputError(`${name} must be a number, got ${text}`);
  return Number(text);
}
