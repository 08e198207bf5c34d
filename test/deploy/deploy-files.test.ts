/** The files in `deploy` say what the code says: times, ports, settings, limits and commands. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { environment, SECRETS } from '../../src/config/settings.ts';
import { STOPS_WITHIN_S } from '../../src/process/run-until-signal.ts';
import { OTHER_SETTINGS } from '../reference/other-settings.ts';

const read = (file: string): string => readFileSync(file, 'utf8');
const FILES = readdirSync('deploy', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const PAGES = [...FILES, 'docs/deploying.md', 'docker-compose.yml', 'Dockerfile'];

const KNOWN = new Set([
  ...Object.keys(environment.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
  ...OTHER_SETTINGS.flatMap(({ settings }) => settings.map(({ name }) => name)),
  // Of the compose file itself.
  'TEMPORAL_POSTGRES_PASSWORD',
  'TEMPORAL_SERVER_VERSION',
  // Of Temporal's own Web UI.
  'TEMPORAL_DEFAULT_NAMESPACE',
]);

test.each(PAGES)('%s names only settings that exist', (file) => {
  const named = read(file).match(/\b(DIALWRIGHT|TEMPORAL)_[A-Z0-9_]*[A-Z0-9]\b/g) ?? [];
  expect([...new Set(named)].filter((name) => !KNOWN.has(name))).toEqual([]);
});

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const flagsOf = (role: string) => scripts[role]!.split(/ node | src\//)[1]!;

test.each(['server', 'worker'] as const)('the unit of the %s', (role) => {
  const unit = read(`deploy/systemd/dialwright-${role}.service`);
  expect(unit).toContain(`\nTimeoutStopSec=${STOPS_WITHIN_S[role]}\n`);
  expect(unit).toContain(`\nExecStart=/usr/bin/node ${flagsOf(role)} src/${role}.ts\n`);
  // Each is a user without rights that can write to its own folders only.
  for (const line of ['User=dialwright', 'NoNewPrivileges=true', 'ProtectSystem=strict'])
    expect(unit).toContain(`\n${line}\n`);
  // V8 compiles while it runs.
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m);
});

test('units have metrics ports of their own, and leave the schema to one that runs before them', () => {
  const unitOf = (name: string) => read(`deploy/systemd/dialwright-${name}.service`);
  const ports = (['server', 'worker'] as const).map(
    (role) =>
      /DIALWRIGHT_METRICS=127\.0\.0\.1:(\d+) DIALWRIGHT_MIGRATE=never/.exec(unitOf(role))![1],
  );
  expect(new Set(ports).size).toBe(2);
  for (const role of ['server', 'worker'])
    expect(unitOf(role)).toMatch(
      /\nAfter=.* dialwright-migrate\.service\nRequires=dialwright-migrate/,
    );
  expect(unitOf('migrate')).toContain(
    '\nExecStart=/usr/bin/node bin/dialwright.js migrate --run\n',
  );
});

interface Service {
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
  ports?: string[];
  read_only?: boolean;
  environment: Record<string, string>;
}
const servicesIn = (file: string) =>
  (parse(read(file), { merge: true }) as { services: Record<string, Service> }).services;

test('the production compose file', () => {
  const services = servicesIn('deploy/compose/docker-compose.yml');
  for (const role of ['server', 'worker'] as const) {
    const { command, stop_grace_period, read_only } = services[role]!;
    expect(command?.join(' ')).toBe(`node ${flagsOf(role)} src/${role}.ts`);
    expect(stop_grace_period).toBe(`${STOPS_WITHIN_S[role]}s`);
    expect(read_only).toBe(true);
    expect(services[role]!.depends_on!['migrate']!.condition).toBe(
      'service_completed_successfully',
    );
    expect(services[role]!.environment['DIALWRIGHT_MIGRATE']).toBe('never');
    expect(services[role]!.healthcheck!.test.join(' ')).toContain('/readyz');
  }
  expect(services['migrate']!.command).toEqual(['node', 'bin/dialwright.js', 'migrate', '--run']);
  // Nothing is published to other machines, and the server listens on the port that is published.
  const ports = Object.values(services).flatMap((service) => service.ports ?? []);
  expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  expect(ports).toContain(`127.0.0.1:3000:${services['server']!.environment['DIALWRIGHT_PORT']}`);
});

test('the small compose file stops server and worker in one process', () => {
  const { dialwright } = servicesIn('docker-compose.yml');
  expect(dialwright!.stop_grace_period).toBe(`${STOPS_WITHIN_S.both}s`);
});

test('the page says the times of the code', () => {
  const { server, worker, both } = STOPS_WITHIN_S;
  const text = read('docs/deploying.md').replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    `a server within ${server} s, a worker within ${worker} s, both in one process within ${both} s`,
  );
});

test('proxies pass on the largest list, and leave large webhooks to the server', () => {
  const { 1: megabytes } = /LARGEST_IMPORT_BYTES = (\d+) \* 1_048_576/.exec(
    read('src/api/contacts/contacts.ts'),
  )!;
  expect(read('deploy/nginx/dialwright.conf')).toContain(`client_max_body_size ${megabytes}m;`);
  expect(read('deploy/caddy/Caddyfile')).toContain(`max_size ${megabytes}MiB`);
  const port = environment.shape.DIALWRIGHT_PORT.parse(undefined);
  for (const file of ['deploy/nginx/dialwright.conf', 'deploy/caddy/Caddyfile'])
    expect(read(file)).toContain(`127.0.0.1:${port}`);
});

test('proxies wait for a webhook longer than the server, and less than the carrier', () => {
  const { 1: answerMs } = /answerMs: ([\d_]+)/.exec(read('src/api/ingress/hook-body.ts'))!;
  const waits = [
    /proxy_read_timeout (\d+)s;\n {2}proxy_next_upstream /.exec(
      read('deploy/nginx/dialwright.conf'),
    ),
    /import to_dialwright (\d+)s\n\t}\n\thandle/.exec(read('deploy/caddy/Caddyfile')),
  ].map((match) => Number(match![1]));
  for (const waitS of waits) {
    expect(waitS * 1_000).toBeGreaterThan(Number(answerMs!.replaceAll('_', '')));
    expect(waitS).toBeLessThan(15);
  }
});
