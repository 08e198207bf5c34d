// Makes rules/holidays.json: `npm run generate -- holidays FROM TO`, years. `python3` must have the package `holidays` of PyPI (MIT).
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const COUNTRIES = ['AT', 'AU', 'CA', 'CH', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'NL', 'US'];

const [from, to] = process.argv.slice(2).map(Number);
if (!(from <= to)) {
  console.error('Name the first and the last year: npm run generate -- holidays 2026 2028');
  process.exit(2);
}
const lines = execFileSync(
  'python3',
  [
    '-c',
    `import holidays, json, sys
first, last = int(sys.argv[1]), int(sys.argv[2])
def of(country, part=None):
    return holidays.country_holidays(country, subdiv=part, years=range(first, last + 1), language='en_US')
dates = {}
for country in sys.argv[3:]:
    everywhere = of(country)
    dates[country] = everywhere
    for part in sorted(everywhere.subdivisions):
        besides = {date: name for date, name in of(country, part).items() if date not in everywhere}
        # ISO 3166-2 has up to three characters; longer ones are regions of the package's own.
        if besides and len(part) <= 3:
            dates[f'{country}-{part}'] = besides
print(json.dumps({
    'about': 'Made by npm run generate -- holidays; do not edit. Public holidays of countries, and what their parts (ISO 3166-2) have besides.',
    'source': f'holidays {holidays.__version__} (PyPI, MIT), {first} to {last}',
    'dates': {area: {str(date): name for date, name in sorted(days.items())} for area, days in dates.items()},
}, indent=2, ensure_ascii=False))`,
    String(from),
    String(to),
    ...COUNTRIES,
  ],
  { encoding: 'utf8' },
);
writeFileSync(new URL('../../rules/holidays.json', import.meta.url), lines);
