import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  ConfigError,
  loadConfig,
  loadPayloadKeys,
  loadServerConfig,
} from '../../src/config/config.ts';

const good = {
  DIALWRIGHT_CARRIER_URL: 'https://carrier.example',
  DIALWRIGHT_CARRIER_API_KEY: 'a-carrier-key',
  DIALWRIGHT_HOOK_SECRETS: 'a-secret-that-is-long-enough-for-this',
  DIALWRIGHT_API_KEYS: 'key-one-0123456789, key-two-0123456789',
};

function faultOf(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

test('every fault is named at once, with its variable and reason', () => {
  const fault = faultOf({
    DIALWRIGHT_CARRIER_URL: 'http://carrier.example',
    DIALWRIGHT_HOOK_SECRETS: 'short',
    DIALWRIGHT_PORT: 'seventy',
    DIALWRIGHT_COLOUR: 'blue',
  });
  for (const name of [
    'DIALWRIGHT_CARRIER_URL: must be https',
    'DIALWRIGHT_CARRIER_API_KEY',
    'DIALWRIGHT_HOOK_SECRETS: each entry needs 32 characters or more',
    'DIALWRIGHT_API_KEYS',
    'DIALWRIGHT_PORT',
    'DIALWRIGHT_COLOUR: no such setting',
  ]) {
    expect(fault).toContain(name);
  }
});

test.each([
  ['DIALWRIGHT_API_KEYS', 'key-one-0123456789, key two-0123456789', 'entry 2 has a space', 4],
  ['DIALWRIGHT_API_KEYS', 'key-one-0123456789\u200b', 'entry 1 has a space', 19],
  ['DIALWRIGHT_HOOK_SECRETS', 'a-sécret-that-is-long-enough-for-this', 'entry 1 has a space', 4],
  ['DIALWRIGHT_HOOK_SECRETS', 'a-secret\u0007that-is-long-enough-for-this', 'entry 1', 9],
  ['DIALWRIGHT_CARRIER_API_KEY', 'a-carrier\u00a0key', 'has a space', 10],
])(
  '%s with a character that no header carries is refused by its place, and not said',
  (name, value, says, at) => {
    const fault = faultOf({ ...good, [name]: value });
    expect(fault).toContain(`${name}: ${says}`);
    expect(fault).toContain(`printable ASCII at position ${at}`);
    expect(fault).not.toContain(value.slice(0, 8));
  },
);

test.each([
  ['http://dial.example.com', 'must be https'],
  ['https://127.0.0.1', 'public host'],
  ['https://user:pass@dial.example.com', 'user or password'],
  [`https://${'long.'.repeat(50)}example.com`, 'too long'],
])('a public URL like %s is refused: %s', (url, reason) => {
  expect(faultOf({ ...good, DIALWRIGHT_PUBLIC_URL: url })).toContain(reason);
});

test.each(['here', '192.0.2.7/33', '192.0.2.7;192.0.2.8', 'https://192.0.2.7'])(
  'an own address like %s is refused',
  (address) => {
    const fault = faultOf({ ...good, DIALWRIGHT_PUBLIC_ADDRESS: `192.0.2.1,${address}` });
    expect(fault).toContain(`DIALWRIGHT_PUBLIC_ADDRESS: ${address} is not an address`);
  },
);

test.each([
  ['0.0.0.0/0', 'would trust every address'],
  ['::/0', 'would trust every address'],
  ['10.0.0.0/33', 'is not an address'],
  ['10.0.0.0/255.0.0.0', 'is not an address'],
  ['proxy.example', 'is not an address'],
  ['loopback', 'is not an address'],
  ['true', 'is not an address'],
])('a trusted proxy like %s is refused: it %s', (value, reason) => {
  const fault = faultOf({ ...good, DIALWRIGHT_TRUSTED_PROXIES: `192.0.2.1, ${value}` });
  expect(fault).toContain(`DIALWRIGHT_TRUSTED_PROXIES: ${value} ${reason}`);
});

test('own addresses may be several, of both kinds, and ranges', () => {
  const env = { ...good, DIALWRIGHT_PUBLIC_ADDRESS: '192.0.2.7, 2001:db8::7,198.51.100.0/28' };
  const addresses = ['192.0.2.7', '2001:db8::7', '198.51.100.0/28'];
  expect(loadConfig(env).publicAddresses).toEqual(addresses);
});

test('a server alone may do without the carrier, but not with half of its settings', () => {
  const { DIALWRIGHT_CARRIER_URL, DIALWRIGHT_CARRIER_API_KEY, ...rest } = good;
  expect(loadServerConfig(rest)).toMatchObject({ carrierUrl: undefined, carrierApiKey: undefined });
  expect(loadServerConfig(good)).toEqual(loadConfig(good));
  expect(faultOf(rest)).toContain('DIALWRIGHT_CARRIER_URL');
  const half = (env: object) => () => loadServerConfig({ ...rest, ...env });
  expect(half({ DIALWRIGHT_CARRIER_URL })).toThrow('DIALWRIGHT_CARRIER_API_KEY: the carrier');
  expect(half({ DIALWRIGHT_CARRIER_API_KEY })).toThrow('DIALWRIGHT_CARRIER_URL: the carrier');
  expect(half({ DIALWRIGHT_TIME_FACTOR: '20' })).not.toThrow();
});

test('a time factor is refused with a carrier that is not on loopback', () => {
  expect(faultOf({ ...good, DIALWRIGHT_TIME_FACTOR: '20' })).toContain('DIALWRIGHT_TIME_FACTOR');
});

test.each([
  'DIALWRIGHT_RECORDING_FILE_MAX_MB',
  'DIALWRIGHT_RECORDINGS_TOTAL_MAX_MB',
  'DIALWRIGHT_RECORDINGS_KEEP_FREE_MB',
])('%s is whole megabytes', (name) => {
  for (const value of ['-1', '1.5', 'much', '1e99']) {
    expect(faultOf({ ...good, [name]: value })).toContain(name);
  }
});

test.each(['gs://calls', 's3:calls', 's3://key:password@calls'])(
  'recordings in %s are refused, and the text is not repeated',
  (place) => {
    const fault = faultOf({ ...good, DIALWRIGHT_RECORDINGS: place });
    expect(fault).toContain('DIALWRIGHT_RECORDINGS: must ');
    expect(fault).not.toContain('calls');
  },
);

test.each([
  ['ENDPOINT', 'minio:9000', 'https://minio.example.com'],
  ['REGION', 'Frankfurt am Main', 'eu-central-1'],
  ['PATH_STYLE', 'perhaps', 'false'],
  ['LINK_SECONDS', '5', '60'],
])(
  'DIALWRIGHT_RECORDINGS_S3_%s is checked, and is for an object store only',
  (end, wrong, right) => {
    const name = `DIALWRIGHT_RECORDINGS_S3_${end}`;
    const inBucket = { ...good, DIALWRIGHT_RECORDINGS: 's3://calls/2027' };
    expect(faultOf({ ...inBucket, [name]: wrong })).toContain(`${name}: `);
    expect(faultOf({ ...inBucket, [name]: right })).toBe('');
    expect(faultOf({ ...good, [name]: right })).toContain(
      `${name}: only with DIALWRIGHT_RECORDINGS`,
    );
  },
);

test('recordings are kept in a folder unless a bucket is named', () => {
  expect(loadConfig(good).recordings.kind).toBe('folder');
  const env = {
    ...good,
    DIALWRIGHT_RECORDINGS: 's3://calls/2027',
    DIALWRIGHT_RECORDINGS_S3_PATH_STYLE: 'false',
    DIALWRIGHT_RECORDINGS_S3_LINK_SECONDS: '60',
  };
  expect(loadConfig(env).recordings).toMatchObject({
    kind: 's3',
    bucket: 'calls',
    prefix: '2027/',
    pathStyle: false,
    linkSeconds: 60,
  });
});

test('the room for recordings is read in megabytes', () => {
  const { recordingQuota } = loadConfig({
    ...good,
    DIALWRIGHT_RECORDING_FILE_MAX_MB: '64',
    DIALWRIGHT_RECORDINGS_TOTAL_MAX_MB: '9000',
    DIALWRIGHT_RECORDINGS_KEEP_FREE_MB: '0',
  });
  expect(recordingQuota).toEqual({
    fileBytes: 64_000_000,
    totalBytes: 9_000_000_000,
    keepFreeBytes: 0,
  });
});

test('a secret never appears in a fault', () => {
  const fault = faultOf({
    ...good,
    DIALWRIGHT_API_KEYS: 'topsecret',
    DIALWRIGHT_HOOK_SECRETS: 'alsosecret',
  });
  expect(fault).not.toContain('topsecret');
  expect(fault).not.toContain('alsosecret');
});

test('a secret may stand in a file, but not in both places', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'key');
  writeFileSync(file, 'from-a-file\n');
  const { DIALWRIGHT_CARRIER_API_KEY: _, ...rest } = good;
  expect(loadConfig({ ...rest, DIALWRIGHT_CARRIER_API_KEY_FILE: file }).carrierApiKey).toBe(
    'from-a-file',
  );
  expect(faultOf({ ...good, DIALWRIGHT_CARRIER_API_KEY_FILE: file })).toContain('choose one');
});

const payloadKey = () => randomBytes(32).toString('base64');

test('a payload key that cannot be used is named by its place, and not shown', () => {
  const lost = payloadKey();
  const fault = faultOf({ ...good, DIALWRIGHT_PAYLOAD_KEYS: `k1:${payloadKey()},${lost}` });
  expect(fault).toContain('DIALWRIGHT_PAYLOAD_KEYS: entry 2 must look like id:key');
  expect(fault).not.toContain(lost.slice(0, 10));
});

test('payload keys may stand in a file, and are read without the other settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'keys');
  writeFileSync(file, `new:${payloadKey()},\nold:${payloadKey()}\n`);
  const env = { DIALWRIGHT_PAYLOAD_KEYS_FILE: file };
  expect(loadPayloadKeys(env).map(({ id }) => id)).toEqual(['new', 'old']);
  expect(loadConfig({ ...good, ...env }).payloadKeys.map(({ id }) => id)).toEqual(['new', 'old']);
  expect(loadPayloadKeys({})).toEqual([]);
  expect(() => loadPayloadKeys({ DIALWRIGHT_PAYLOAD_KEYS: 'k1' })).toThrow(ConfigError);
});

test.each([
  ['temporal.example.com', 'must be an origin'],
  ['https://temporal.example.com/', 'must be an origin'],
  ['*', 'must be an origin'],
  ['null', 'must be an origin'],
  ['https://temporal.example.com', 'no codec endpoint without DIALWRIGHT_PAYLOAD_KEYS'],
])('codec origins like %s are refused without keys or as no origin: %s', (origins, reason) => {
  expect(faultOf({ ...good, DIALWRIGHT_CODEC_ORIGINS: origins })).toContain(reason);
});

test.each(['0.0.0.0', '::', '10.1.2.3', 'dial.example.com', '127.0.0.1.example.com'])(
  'it does not listen on %s in plain text until somebody says that TLS is in front',
  (host) => {
    expect(faultOf({ ...good, DIALWRIGHT_HOST: host })).toContain('DIALWRIGHT_TLS_IN_FRONT');
    const said = { ...good, DIALWRIGHT_HOST: host, DIALWRIGHT_TLS_IN_FRONT: 'true' };
    expect(loadConfig(said).host).toBe(host);
  },
);

test.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('it listens on %s as it is', (host) => {
  expect(loadConfig({ ...good, DIALWRIGHT_HOST: host }).host).toBe(host);
});

test('the least that is needed gives a usable configuration', () => {
  const config = loadConfig(good);
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: undefined,
    everyEventBelow: 100,
    zoneRulesMaxAgeDays: 120,
  });
  expect(config.apiKeys).toEqual(['key-one-0123456789', 'key-two-0123456789']);
});

test('the address of the Web UI is a URL of the web; without one nothing links to it', () => {
  expect(loadConfig(good).webUiUrl).toBeUndefined();
  expect(loadConfig({ ...good, TEMPORAL_WEB_UI_URL: '' }).webUiUrl).toBeUndefined();
  const url = 'http://127.0.0.1:8233';
  expect(loadConfig({ ...good, TEMPORAL_WEB_UI_URL: url }).webUiUrl).toBe(url);
  expect(faultOf({ ...good, TEMPORAL_WEB_UI_URL: 'javascript:alert(1)' })).toContain(
    'TEMPORAL_WEB_UI_URL',
  );
});

test('a currency is an ISO 4217 code; without one there is none', () => {
  expect(loadConfig(good).currency).toBeNull();
  expect(loadConfig({ ...good, DIALWRIGHT_CURRENCY: 'EUR' }).currency).toBe('EUR');
  expect(faultOf({ ...good, DIALWRIGHT_CURRENCY: 'euro' })).toContain('ISO 4217');
});

const POSTGRES = 'postgres://dial:s%40cret@db.example.com/calls';

test('a Postgres database has its server, and TLS that verifies unless it is on this machine', () => {
  const location = (more: NodeJS.ProcessEnv) => loadConfig({ ...good, ...more }).database;
  expect(location({ DIALWRIGHT_DATABASE_URL: POSTGRES })).toMatchObject({
    engine: 'postgres',
    server: {
      host: 'db.example.com',
      port: 5432,
      user: 'dial',
      password: 's@cret',
      database: 'calls',
    },
    tls: { kind: 'verified' },
    poolSize: 10,
    statementTimeoutMs: 10_000,
  });
  for (const host of [
    '127.0.0.1:6000/calls',
    '[::1]/calls',
    'localhost/calls',
    '/calls?host=/run/postgresql',
  ]) {
    const url = `postgresql://dial@${host}`;
    expect(location({ DIALWRIGHT_DATABASE_URL: url })).toMatchObject({ tls: { kind: 'off' } });
  }
  expect(
    location({
      DIALWRIGHT_DATABASE_URL: POSTGRES,
      DIALWRIGHT_DATABASE_TLS: 'off',
      DIALWRIGHT_DATABASE_POOL: '4',
      DIALWRIGHT_DATABASE_TIMEOUT_MS: '500',
    }),
  ).toMatchObject({ tls: { kind: 'off' }, poolSize: 4, statementTimeoutMs: 500 });
});

test.each([
  ['mysql://dial:s%40cret@host/calls', 'must look like sqlite:path/to/file or postgres://'],
  ['postgres://dial:s@cr/et@host/calls', 'in a password as %40'],
  ['postgres://dial:%zzcret@host/calls', 'in a password as %40'],
  ['postgres://dial:s%40cret@host/calls?sslmode=require', 'has the parameter sslmode'],
  ['postgres://dial:s%40cret@host', 'names no database'],
  ['postgres://:s%40cret@host/calls', 'names no user'],
  ['postgres://dial:s%40cret@host:port/calls', 'in a password as %40'],
])('a database URL that cannot be used is refused without its password: %s', (url, says) => {
  const fault = faultOf({ ...good, DIALWRIGHT_DATABASE_URL: url });
  expect(fault).toMatch(/^ {2}DIALWRIGHT_DATABASE_URL: /m);
  expect(fault).toContain(says);
  expect(fault).not.toMatch(/cret|s@cr/);
});

test('settings of the database name what is wrong with them', () => {
  const fault = faultOf({
    ...good,
    DIALWRIGHT_DATABASE_TLS: 'perhaps',
    DIALWRIGHT_DATABASE_TLS_CA: '/nowhere/ca.pem',
    DIALWRIGHT_DATABASE_POOL: '1',
    DIALWRIGHT_DATABASE_TIMEOUT_MS: '0',
  });
  for (const name of [
    'TLS: ',
    'TLS_CA: names no file that can be read (ENOENT)',
    'POOL: ',
    'TIMEOUT_MS: ',
  ]) {
    expect(fault).toContain(`DIALWRIGHT_DATABASE_${name}`);
  }
});

test('personal data is kept for good, or for as many days as each kind is given', () => {
  expect(loadConfig(good).retention).toEqual({});
  const days = { DIALWRIGHT_RECORDINGS_DAYS: '30', DIALWRIGHT_CONTACTS_DAYS: '91' };
  expect(loadConfig({ ...good, ...days }).retention).toEqual({
    recordings: 30 * 86_400_000,
    contacts: 91 * 86_400_000,
  });
  expect(() => loadConfig({ ...good, DIALWRIGHT_CONTACTS_DAYS: '90' })).toThrow(
    'DIALWRIGHT_CONTACTS_DAYS',
  );
});

test('calls are kept for good, or longer than any cap looks back and than their recordings', () => {
  expect(loadConfig(good).callsKeptMs).toBeUndefined();
  const days = { DIALWRIGHT_CALLS_DAYS: '100', DIALWRIGHT_RECORDINGS_DAYS: '100' };
  expect(loadConfig({ ...good, ...days }).callsKeptMs).toBe(100 * 86_400_000);
  for (const wrong of [
    { ...days, DIALWRIGHT_CALLS_DAYS: '90' },
    { DIALWRIGHT_CALLS_DAYS: '100' },
    { ...days, DIALWRIGHT_RECORDINGS_DAYS: '101' },
  ])
    expect(() => loadConfig({ ...good, ...wrong })).toThrow('DIALWRIGHT_CALLS_DAYS');
});

test('a deployment has a name and a build id, or versioning is off', () => {
  const name = { TEMPORAL_DEPLOYMENT_NAME: 'dialwright' };
  const build = { TEMPORAL_WORKER_BUILD_ID: '0.1.0-4f2a91c' };
  expect(loadConfig(good).deployment).toBeUndefined();
  expect(loadConfig({ ...good, ...name, ...build }).deployment).toEqual({
    deploymentName: 'dialwright',
    buildId: '0.1.0-4f2a91c',
  });
  expect(faultOf({ ...good, ...name })).toContain('TEMPORAL_WORKER_BUILD_ID: a deployment');
  expect(faultOf({ ...good, ...build })).toContain('TEMPORAL_DEPLOYMENT_NAME: a deployment');
  expect(faultOf({ ...good, ...build, TEMPORAL_DEPLOYMENT_NAME: 'a.b' })).toContain('a dot');
  expect(faultOf({ ...good, ...name, TEMPORAL_WORKER_BUILD_ID: 'x'.repeat(64) })).toContain('63');
});
