// Makes src/domain/areas/area-codes.ts and us-postal-codes.ts: `npm run generate -- areas FOLDER`. FOLDER is a checkout of
// https://github.com/google/libphonenumber (Apache-2.0). `python3` must have the package `zipcodes` of PyPI (MIT).
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { subdivisionNamed } from '../../src/domain/areas/subdivisions.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name a checkout of libphonenumber: npm run generate -- areas FOLDER');
  process.exit(2);
}

const rowsOf = (path) =>
  readFileSync(join(folder, path), 'utf8')
    .split('\n')
    .filter((line) => /^\d+\|/.test(line))
    .map((line) => line.trim().split('|'));
const release = /\bv(\d+\.\d+\.\d+)/.exec(
  readFileSync(join(folder, 'release_notes.txt'), 'utf8'),
)?.[1];
if (release === undefined) throw new Error(`${folder} does not say its release`);

const sorted = (set) => [...set].toSorted((one, other) => (one < other ? -1 : 1));
const addTo = (map, key, values) => {
  if (!map.has(key)) map.set(key, new Set());
  for (const value of values) map.get(key).add(value);
};

// Subdivisions of an area code: of its own line, and of the lines of its exchanges (`1201200|Jersey City, NJ`).
const areas = new Map();
for (const [prefix, place] of rowsOf('resources/geocoding/en/1.txt')) {
  const code = prefix.slice(1, 4);
  const names = place.replace('British Colombia', 'British Columbia').split('/');
  for (const name of names) {
    const named = /, ([A-Z]{2})$/.exec(name)?.[1] ?? name;
    const area = subdivisionNamed('US', named) ?? subdivisionNamed('CA', named);
    if (area !== undefined) addTo(areas, code, [area]);
  }
}

// Zones of an area code: of all its exchanges, because numbers move from one to another.
const zones = new Map();
const elsewhere = [];
for (const [prefix, list] of rowsOf('resources/timezones/map_data.txt')) {
  const names = list.split('&');
  if (!prefix.startsWith('1')) elsewhere.push([prefix, names]);
  else if (prefix.length >= 4) addTo(zones, prefix.slice(1, 4), names);
}
const codes = sorted(zones.keys()).filter((code) => areas.has(code));
const americas = codes.map(
  (code) => `${code} ${sorted(areas.get(code)).join()} ${sorted(zones.get(code)).join()}`,
);

// Elsewhere only where a calling code has several zones.
const several = new Set(
  elsewhere.filter(([, names]) => names.length > 1).map(([prefix]) => prefix),
);
const codeOf = (prefix) =>
  [1, 2, 3].map((n) => prefix.slice(0, n)).find((code) => several.has(code));
const byZones = new Map();
for (const [prefix, names] of elsewhere) {
  const code = codeOf(prefix);
  if (code === undefined || prefix === code) continue;
  addTo(byZones, sorted(names).join(), [prefix]);
}
const others = sorted(byZones.keys()).map((key) => `${key} ${sorted(byZones.get(key)).join(' ')}`);

const MADE = '/** Made by `npm run generate -- areas`; do not edit.';
writeFileSync(
  new URL('../../src/domain/areas/area-codes.ts', import.meta.url),
  `${MADE} Data of https://github.com/google/libphonenumber (Apache-2.0). */

export const AREA_CODES_RELEASE = 'libphonenumber ${release}';

/** Of calling code 1: area code, its subdivisions, the zones of all its exchanges. */
export const AMERICAN_AREA_CODES = \`
${americas.join('\n')}
\`;

/** Of other calling codes with several zones: the zones, and the prefixes of numbers there, with the calling code. */
export const OTHER_PREFIXES = \`
${others.join('\n')}
\`;
`,
);

const [version, ...zips] = execFileSync(
  'python3',
  [
    '-c',
    `import zipcodes, importlib.metadata
print(importlib.metadata.version('zipcodes'))
for one in zipcodes.list_all(): print(one['zip_code'][:3], one['state'])`,
  ],
  { encoding: 'utf8', maxBuffer: 1 << 26 },
)
  .trim()
  .split('\n');
const prefixes = new Map();
for (const line of zips) {
  const [prefix, state] = line.split(' ');
  addTo(prefixes, prefix, [state]);
}
const byState = new Map();
for (const [prefix, states] of prefixes) {
  // Military post and territories, which are countries of their own, have no subdivision here.
  if (!sorted(states).every((state) => subdivisionNamed('US', state))) continue;
  addTo(byState, sorted(states).join(), [prefix]);
}
const ofStates = sorted(byState.keys()).map(
  (key) => `${key} ${sorted(byState.get(key)).join(' ')}`,
);
writeFileSync(
  new URL('../../src/domain/areas/us-postal-codes.ts', import.meta.url),
  `${MADE} Data of https://github.com/seanpianka/zipcodes (MIT). */

export const POSTAL_CODES_RELEASE = 'zipcodes ${version}';

/** The states of the first three digits of ZIP codes. */
export const US_ZIP_PREFIXES = \`
${ofStates.join('\n')}
\`;
`,
);
