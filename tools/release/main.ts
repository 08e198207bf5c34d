/**
 * Builds what a release consists of, all with the version of package.json: tarball, context of the image, chart, bills of
 * materials, notes and checksums. It publishes nothing.
 *
 *   npm run release -- --dry-run             builds; says at the end what keeps the tree from being a release
 *   npm run release                          refuses such a tree, builds, and tags it
 *   … --out DIR                              where to (.release, which is emptied)
 *   … --offline                              leaves out `npm audit`, which asks the registry, and says so
 *
 * Exit code 0 only where the tree is a release and every check holds.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { LICENCES } from './licences.ts';
import { licencesRefused, notesOf, refusals, UNRELEASED, type Lock } from './release-rules.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    out: { type: 'string', default: join(ROOT, '.release') },
    offline: { type: 'boolean', default: false },
  },
});
const out = resolve(values.out);
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(text('package.json')) as { version: string };
const name = `dialwright-${version}`;
const [chartFile] = globSync('deploy/helm/**/Chart.yaml', { cwd: ROOT });

const wrong = [
  ...refusals({
    changed: said('git', 'status', '--porcelain').split('\n').filter(Boolean),
    version,
    changelog: text('CHANGELOG.md'),
    upgrading: text('docs/upgrading.md'),
    schema: globSync('src/store/schema/[0-9]*', { cwd: ROOT }).reduce(lastStep, 0),
    chart:
      chartFile === undefined
        ? null
        : (parse(text(chartFile)) as { version: string; appVersion: string }),
  }),
  ...licencesRefused(JSON.parse(text('package-lock.json')) as Lock, LICENCES).map(
    (one) => `a licence that is not allowed: ${one}`,
  ),
  ...vulnerabilities(),
];
if (wrong.length > 0 && !values['dry-run']) end();

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
build();
if (wrong.length === 0 && !values['dry-run'])
  run('git', 'tag', '--annotate', `v${version}`, '--file', join(out, `${name}.md`));
end();

function build(): void {
  run('npm', 'pack', '--loglevel=error', `--pack-destination=${out}`);
  // As `docker build - < file` reads it: the files that .dockerignore leaves, and the Dockerfile.
  const context = [
    'Dockerfile',
    'package.json',
    'package-lock.json',
    '.npmrc',
    'bin',
    'src',
    'tools/dashboard',
  ];
  run(
    'git',
    'archive',
    '--format=tar.gz',
    `--output=${join(out, `${name}-image.tar.gz`)}`,
    'HEAD',
    ...context,
  );
  if (chartFile !== undefined) packChart(dirname(chartFile));
  for (const format of ['cyclonedx', 'spdx'])
    writeFileSync(
      join(out, `${name}.${format}.json`),
      said(
        'npm',
        'sbom',
        '--omit=dev',
        '--package-lock-only',
        '--sbom-type=application',
        `--sbom-format=${format}`,
      ),
    );
  const changelog = text('CHANGELOG.md');
  const notes = notesOf(changelog, version) ?? notesOf(changelog, UNRELEASED) ?? '';
  writeFileSync(join(out, `${name}.md`), `# Dialwright ${version}\n\n${notes}\n`);
  const sums = readdirSync(out).map((file) => `${digestOf(join(out, file))}  ${file}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
}

/** As `helm package` does: one folder, named as the chart. */
function packChart(folder: string): void {
  const { name: chart } = parse(text(join(folder, 'Chart.yaml'))) as { name: string };
  const file = join(out, `${chart}-chart-${version}.tgz`);
  run(
    'git',
    'archive',
    '--format=tar.gz',
    `--prefix=${chart}/`,
    `--output=${file}`,
    `HEAD:${folder}`,
  );
}

/** Of the packages that are installed with the product, those that are known to be harmful or broken. */
function vulnerabilities(): string[] {
  if (values.offline) {
    console.error('left out: npm audit (--offline)');
    return [];
  }
  const { status, stdout } = spawnSync(
    'npm',
    ['audit', '--omit=dev', '--audit-level=high', '--json'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const { metadata, message } = JSON.parse(stdout) as { metadata?: object; message?: string };
  if (metadata === undefined)
    return [
      `npm audit cannot ask the registry (${message ?? 'no answer'}); --offline leaves it out`,
    ];
  return status === 0 ? [] : ['npm audit finds vulnerabilities of the level high'];
}

function end(): never {
  for (const reason of wrong) console.error(`not a release: ${reason}`);
  const isBuilt = wrong.length === 0 || values['dry-run'];
  if (isBuilt)
    console.log(`${name} is in ${out}:\n${readFileSync(join(out, 'SHA256SUMS'), 'utf8')}`);
  process.exit(wrong.length === 0 ? 0 : 1);
}

function lastStep(most: number, file: string): number {
  return Math.max(most, Number(/(\d{3})_[^/]*$/u.exec(file)?.[1]));
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
}

function said(program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
}
