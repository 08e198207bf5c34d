// Makes src/domain/iana-zones.ts from IANA's own data: `npm run generate -- zone-names tzdata.zi`. IANA's releases, the machine's
// /usr/share/zoneinfo and the package `tzdata` of PyPI have this file, with all backward links.
import { readFileSync, writeFileSync } from 'node:fs';

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error('Name the file: npm run generate -- zone-names /usr/share/zoneinfo/tzdata.zi');
  process.exit(2);
}

const lines = readFileSync(path, 'utf8').split('\n');
const release = /^# version (\S+)/.exec(lines[0] ?? '')?.[1];
if (release === undefined) throw new Error(`${path} does not begin with its version`);

const fields = lines.map((line) => line.split(' '));
const zones = new Map(fields.flatMap(([kind, name]) => (kind === 'Z' ? [[name, []]] : [])));
const links = new Map(
  fields.flatMap(([kind, target, name]) => (kind === 'L' ? [[name, target]] : [])),
);
const zoneOf = (name) => (zones.has(name) ? name : zoneOf(links.get(name)));
for (const name of links.keys()) zones.get(zoneOf(name)).push(name);

const inOrder = (texts) => texts.toSorted((one, other) => (one < other ? -1 : 1));
const rows = inOrder([...zones].map(([zone, names]) => [zone, ...inOrder(names)].join(' ')));
writeFileSync(
  new URL('../../src/domain/iana-zones.ts', import.meta.url),
  `/** Made by \`npm run generate -- zone-names\` from the time zone data of IANA, which are in the public domain. Do not edit. */

export const IANA_RELEASE = '${release}';

/** Each line: a zone, then the other names that IANA's files have for it, those of \`backward\` among them. */
export const IANA_ZONES = \`
${rows.join('\n')}
\`;
`,
);
