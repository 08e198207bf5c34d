/** What makes a tree a release, and what its licences may be. Pure: the program gives it texts. */

export interface Tree {
  /** Lines of `git status --porcelain`. */
  changed: readonly string[];
  version: string;
  /** Text of CHANGELOG.md. */
  changelog: string;
  /** Text of docs/upgrading.md, whose second table has the schema of each version. */
  upgrading: string;
  /** Steps of the schema in src/store/schema. */
  schema: number;
  /** Of the chart; null: there is none. */
  chart: { version: string; appVersion: string } | null;
}

/** Why this tree is not a release of its version; empty: it is one. */
export function refusals({
  changed,
  version,
  changelog,
  upgrading,
  schema,
  chart,
}: Tree): string[] {
  const promised = schemaOf(upgrading, version);
  return [
    ...(changed.length > 0
      ? [`the tree has changes that are not committed: ${changed[0]!.trim()}`]
      : []),
    ...(notesOf(changelog, version) === undefined
      ? [`CHANGELOG.md has no section "## [${version}] - date"`]
      : []),
    ...(promised === undefined
      ? [`docs/upgrading.md does not say which schema ${version} has`]
      : []),
    ...(promised !== undefined && promised !== schema
      ? [
          `docs/upgrading.md promises schema ${promised} for ${version}, and the tree has ${schema}: a changed schema needs a new version`,
        ]
      : []),
    ...(chart === null
      ? []
      : [chart.version, chart.appVersion]
          .filter((own) => own !== version)
          .map((own) => `the chart says ${own}, and package.json ${version}`)),
  ];
}

/** The section of a version; undefined: it has none. */
export function notesOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^(?=## \[)/mu);
  const head = version === UNRELEASED ? `## [${version}]` : `## [${version}] - `;
  const found = sections.find((section) => section.startsWith(head));
  return found?.slice(found.indexOf('\n')).trim();
}

/** What the section is called that has no version yet. */
export const UNRELEASED = 'Unreleased';

function schemaOf(upgrading: string, version: string): number | undefined {
  const rows = upgrading.matchAll(/^\| (\S+) +\| +(\d+) \|$/gmu);
  const row = [...rows].find(([, name]) => name === version);
  return row && Number(row[2]);
}

/** A package-lock.json, as npm writes it. */
export interface Lock {
  packages: Record<string, { version?: string; license?: string; dev?: boolean }>;
}

export interface Licences {
  allowed: readonly string[];
  /** Also, of packages that only develop or build it. */
  allowedForTools: readonly string[];
  /** Of packages that name none in package.json. */
  stated: Readonly<Record<string, string>>;
}

/** Packages of the lock file whose licence is not allowed: `name: licence`. */
export function licencesRefused(lock: Lock, licences: Licences): string[] {
  const { allowed, allowedForTools, stated } = licences;
  return Object.entries(lock.packages).flatMap(([path, { license, dev }]) => {
    if (path === '') return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = license ?? stated[name];
    const own = dev ? [...allowed, ...allowedForTools] : allowed;
    return licence !== undefined && isAllowed(licence, own)
      ? []
      : [`${name}: ${licence ?? 'no licence'}`];
  });
}

/** An SPDX expression. Of alternatives one must be allowed; where they are mixed with others, all of them. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const names = expression.replaceAll(/[()]/gu, '').split(/ (?:OR|AND) /u);
  const isChoice = expression.includes(' OR ') && !expression.includes(' AND ');
  return isChoice
    ? names.some((name) => allowed.includes(name))
    : names.every((name) => allowed.includes(name));
}
