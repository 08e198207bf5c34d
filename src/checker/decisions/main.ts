/** Judges a decision file again, without the product: `dialwright decisions check FILE`. */
import { parseArgs } from 'node:util';
import { InputError } from '../records/lines.ts';
import { printable, report } from '../report.ts';
import { judgeFile, type JudgeOptions, type Verdict } from './judge-file.ts';

const USAGE = `usage: decisions check FILE [options]

  --expect HASH        the file must contain a seal with this hash; may be repeated
  --grace-ms N         clocks of two decisions may differ by so much (1000)
  --claim-grace-ms N   a call may keep a policy for so long after it was replaced (10000)
  --limit N            violations shown for each rule (20)

“not exercised”: there was no case to judge, so nothing is proved.

Exit code: 0 signed off, 1 a rule was broken or the file was changed, 2 the file could not be checked.
`;

const OPTIONS = {
  expect: { type: 'string', multiple: true },
  'grace-ms': { type: 'string', default: '1000' },
  'claim-grace-ms': { type: 'string', default: '10000' },
  limit: { type: 'string', default: '20' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      process.stdout.write(USAGE);
      return 0;
    }
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0) throw new InputError('name one FILE');
    const options: JudgeOptions = {
      expected: values.expect ?? [],
      graceMs: count('--grace-ms', values['grace-ms']),
      claimGraceMs: count('--claim-grace-ms', values['claim-grace-ms']),
    };
    const verdict = await judgeFile(path, options);
    process.stdout.write(
      `${report(verdict.results, count('--limit', values.limit))}${summary(verdict)}`,
    );
    return isSignedOff(verdict) ? 0 : 1;
  } catch (error) {
    const known = error instanceof InputError;
    const text = known
      ? `${printable(error.message)}\n\n${USAGE}`
      : `${printable(String(error))}\n`;
    process.stderr.write(text);
    return 2;
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error));
  }
}

function isSignedOff({ results }: Verdict): boolean {
  return results.every(({ violations }) => violations.length === 0);
}

function summary(verdict: Verdict): string {
  const { head, placements, unsealed, firstSeals, lastSeals } = verdict;
  const of = printable(head?.campaigns?.join(', ') ?? 'all campaigns');
  const time = `from ${printable(head?.from ?? 'the first')} to ${printable(head?.to ?? 'the last')}`;
  const end = isSignedOff(verdict) ? 'signed off' : 'NOT signed off';
  const begins = firstSeals.map(
    ({ campaign, seal, previous }) =>
      `first seal of campaign ${printable(campaign)}: ${seal}, after ${printable(previous)}`,
  );
  const seals = lastSeals.map(
    ({ campaign, seal, hash }) => `last seal of campaign ${printable(campaign)}: ${seal}, ${hash}`,
  );
  const open = unsealed === 0 ? [] : [`not sealed yet: ${unsealed}`];
  return [
    '',
    `${of}, ${time}`,
    `${placements === 1 ? '1 placement' : `${placements} placements`}: ${end}`,
    ...begins,
    ...seals,
    ...open,
    '',
  ].join('\n');
}

function count(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InputError(`${name} must be a number, got ${text}`);
  return Number(text);
}
