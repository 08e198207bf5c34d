/** What was reached, as a table. */
import type { Moment } from './faults.ts';
import type { Outcome } from './run-schedule.ts';
import type { Struck } from './strike.ts';

export function table(outcomes: Outcome[]): string {
  const struck = outcomes.flatMap((outcome) => outcome.struck);
  const fired = struck.filter(({ hit }) => hit !== undefined);
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((total, one) => total + of(one), 0);
  const broken = outcomes.filter(({ violations }) => violations.length > 0);
  const longestMs = Math.max(0, ...outcomes.map(({ restMs }) => restMs));
  return [
    `| Schedules | Faults drawn | fired | Calls accepted | ended unknown | Longest way to rest | Schedules with violations |`,
    `| --------: | -----------: | ----: | -------------: | ------------: | ------------------: | ------------------------: |`,
    `| ${outcomes.length} | ${struck.length} | ${fired.length} | ${sum((one) => one.accepted)} | ${sum((one) => one.unknown)} | ${(longestMs / 1_000).toFixed(1)} s | ${broken.length} |`,
    '',
    '| Cell | Fault | Moment | Drawn | Fired |',
    '| ---- | ----- | ------ | ----: | ----: |',
    ...rows(struck),
    '',
  ].join('\n');
}

function rows(struck: Struck[]): string[] {
  const groups = Map.groupBy(struck, ({ fault }) =>
    [
      fault.cell,
      fault.name,
      fault.do === 'carrier' ? 'whole campaign' : momentOf(fault.moment),
    ].join(' | '),
  );
  return [...groups]
    .toSorted(([left], [right]) => left.localeCompare(right, 'en', { numeric: true }))
    .map(([key, group]) => {
      const fired = group.filter(({ hit }) => hit !== undefined).length;
      return `| ${key} | ${group.length} | ${fired} |`;
    });
}

function momentOf(moment: Moment): string {
  return moment.on === 'clock' ? 'any time' : `${moment.on} ${moment.phase}`;
}
