// Makes rules/holidays.yaml: `npm run generate -- holidays FROM TO`, years. `python3` must have the package `holidays` of PyPI (MIT).
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Areas that a preset names. */
const AREAS = ['AU', 'FR'];

const [from, to] = process.argv.slice(2).map(Number);
if (!(from <= to)) {
  console.error('Name the first and the last year: npm run generate -- holidays 2026 2028');
  process.exit(2);
}
const lines = execFileSync(
  'python3',
  [
    '-c',
    `import holidays, sys
first, last = int(sys.argv[1]), int(sys.argv[2])
print('# Made by npm run generate -- holidays; do not edit. National public holidays, without those of parts of a country.')
print(f'source: holidays {holidays.__version__} (PyPI, MIT), ${from} to ${to}')
print('dates:')
for area in sys.argv[3:]:
    print(f'  {area}:')
    for date, name in sorted(holidays.country_holidays(area, years=range(first, last + 1), language='en_US').items()):
        print(f'    {date}: {name!r}')`,
    String(from),
    String(to),
    ...AREAS,
  ],
  { encoding: 'utf8' },
);
writeFileSync(new URL('../../rules/holidays.yaml', import.meta.url), lines);
