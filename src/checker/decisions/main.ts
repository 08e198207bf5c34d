/** Judges a decision file again, without the product: `dialwright decisions check FILE`. */
import { count, isClean, LIMIT_AND_HELP, runOffline } from '../offline-check.ts';
import { InputError } from '../records/lines.ts';
import { printable } from '../report.ts';
import { judgeFile, type Verdict } from './judge-file.ts';

const USAGE = `usage: decisions check FILE [options]

  --expect HASH        the file must contain a seal with this hash; may be repeated
  --grace-ms N         clocks of two decisions may differ by so much (1000)
  --claim-grace-ms N   a call may keep a policy for so long after it was replaced (10000)
  --limit N            violations shown for each rule (20)

“not exercised”: there was no case to judge, so nothing is proved.

Exit code: 0 signed off, 1 a rule was broken or the file was changed, 2 the file could not be checked.
`;

process.exitCode = await runOffline({
  usage: USAGE,
  options: {
    expect: { type: 'string', multiple: true },
    'grace-ms': { type: 'string', default: '1000' },
    'claim-grace-ms': { type: 'string', default: '10000' },
    ...LIMIT_AND_HELP,
  },
  async judge([path, ...others], values) {
    if (path === undefined || others.length > 0) throw new InputError('name one FILE');
    const verdict = await judgeFile(path, {
      expected: values.expect ?? [],
      graceMs: count('--grace-ms', values['grace-ms']),
      claimGraceMs: count('--claim-grace-ms', values['claim-grace-ms']),
    });
    return { results: verdict.results, summary: summary(verdict) };
  },
});

function summary(verdict: Verdict): string {
  const { head, placements, unsealed, firstSeals, lastSeals } = verdict;
  const of = printable(head?.campaigns?.join(', ') ?? 'all campaigns');
  const time = `from ${printable(head?.from ?? 'the first')} to ${printable(head?.to ?? 'the last')}`;
  const end = isClean(verdict.results) ? 'signed off' : 'NOT signed off';
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
