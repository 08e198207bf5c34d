import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresFindings } from '../../src/cli/doctor/doctor-postgres.ts';
import { openPostgresStore, type PostgresTls } from '../../src/store/sql/open-postgres-store.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import { StoreUnavailable, StoreUnopenable } from '../../src/store/faults.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { optionsOf } from './postgres/postgres-under-test.ts';

onPostgres('opening a Postgres database', (postgres) => {
  const options = (change: object = {}, tls: PostgresTls = { kind: 'off' }) => ({
    ...optionsOf({ ...postgres().server, password: 'a-secret', ...change }),
    tls,
  });

  async function refusal(opened: ReturnType<typeof options>): Promise<string> {
    const error: unknown = await openPostgresStore(opened).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(StoreUnopenable);
    const { message } = error as Error;
    expect(message).not.toContain('a-secret');
    expect(message).toMatch(/^The database postgres:\/\/\w+@[\w.]+:\d+\/\w+ cannot be used: .+\.$/);
    return message;
  }

  test.each([
    [
      'nobody listens',
      { port: 1 },
      'ECONNREFUSED); see that it runs and that host and port in DIALWRIGHT_DATABASE_URL',
    ],
    ['the host is unknown', { host: 'nowhere.invalid' }, 'cannot be reached (E'],
    ['the user is unknown', { user: 'nobody' }, 'refuses the user (role "nobody" does not exist)'],
    [
      'there is no such database',
      { database: 'none' },
      'database "none" does not exist; create it',
    ],
  ])('where %s, one sentence says what to do', async (_, change, says) => {
    expect(await refusal(options(change))).toContain(says);
  });

  test('a server without TLS is refused where TLS is asked for', async () => {
    const says = 'speaks no TLS; turn it on there, or set DIALWRIGHT_DATABASE_TLS=off';
    expect(await refusal(options({}, { kind: 'verified' }))).toContain(says);
  });

  test('a user without rights, another encoding and a missing schema are refused', async () => {
    await postgres().administer('CREATE ROLE poor LOGIN');
    await postgres().administer('CREATE DATABASE locked');
    await postgres().administer(
      `CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`,
    );
    await postgres().administer(`CREATE DATABASE lost`);
    await postgres().administer(`ALTER DATABASE lost SET search_path = nowhere`);
    const poor = await refusal(options({ user: 'poor', database: 'locked' }));
    expect(poor).toContain(
      'lacks a right (permission denied for schema public); make it the owner',
    );
    expect(await refusal(options({ database: 'latin' }))).toContain('its encoding is LATIN1');
    expect(await refusal(options({ database: 'lost' }))).toContain('no schema of its search_path');
  });

  test('an empty database is made ready, and the doctor finds it so', async () => {
    await postgres().administer('CREATE DATABASE fresh');
    const location = { engine: 'postgres', ...options({ database: 'fresh' }) } as const;
    const store = await openStore(location);
    await store.check();
    await store.close();
    const found = await postgresFindings(location);
    // The third is the time of a statement, which on a busy machine is worth a note.
    expect(found.map(({ state }) => state)).toEqual([
      'ok',
      'ok',
      expect.stringMatching(/^(ok|note)$/),
    ]);
    expect(found[0]!.found).toMatch(
      /fresh, Postgres \d+.*; the user may read, write and make tables$/,
    );
  });

  test('the doctor says what is wrong', async () => {
    await postgres().administer('CREATE ROLE guest LOGIN');
    await postgres().administer('CREATE DATABASE closed');
    const ask = (change: object) => postgresFindings(options({ database: 'closed', ...change }));
    expect(await ask({ user: 'guest' })).toMatchObject([
      { state: 'fault', found: expect.stringContaining('may not make tables') as string },
      {},
      {},
    ]);
    expect(await ask({ port: 1 })).toMatchObject([
      { state: 'fault', fix: expect.stringContaining('DIALWRIGHT_DATABASE_URL') as string },
    ]);
  });
});

describe('a Postgres server with TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-tls-'));
  const file = (name: string) => join(folder, name);
  beforeAll(() => {
    const subject = ['-subj', '/CN=database', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const pair = ['-keyout', file('key.pem'), '-out', file('cert.pem'), '-days', '2'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...pair, ...subject],
      { stdio: 'ignore' },
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  onPostgres('a certificate of its own', (postgres) => {
    const open = async (tls: PostgresTls, host = '127.0.0.1') => {
      const store = await openPostgresStore({
        ...optionsOf({ ...postgres().server, host }),
        tls,
      });
      await store.check();
      await store.close();
      return 'opened';
    };

    /** The server reads the key as its own user, and only where that user owns it. */
    const present = async (certificate: string) => {
      const data = await postgres().setting('data_directory');
      const { uid, gid } = statSync(data);
      for (const name of ['', 'key.pem', certificate]) chownSync(join(folder, name), uid, gid);
      await postgres().administer(`ALTER SYSTEM SET ssl_cert_file = '${file(certificate)}'`);
      await postgres().administer(`ALTER SYSTEM SET ssl_key_file = '${file('key.pem')}'`);
      await postgres().administer('ALTER SYSTEM SET ssl = on');
      await postgres().start();
    };

    test('is believed where its authority is named, and for its host alone', async () => {
      await present('cert.pem');
      const ca = readFileSync(file('cert.pem'), 'utf8');
      expect(await open({ kind: 'verified', ca })).toBe('opened');
      expect(await open({ kind: 'unverified' })).toBe('opened');
      await expect(open({ kind: 'verified' })).rejects.toThrow('DIALWRIGHT_DATABASE_TLS_CA');
      await expect(open({ kind: 'verified', ca }, 'localhost')).rejects.toThrow(StoreUnopenable);
    });

    test('that has expired is refused and named; a process that ran meanwhile tells that the store cannot be used', async () => {
      await present('cert.pem');
      const ca = readFileSync(file('cert.pem'), 'utf8');
      const tls = { kind: 'verified', ca } as const;
      const running = await openPostgresStore({ ...optionsOf(postgres().server), tls });
      expire(folder);
      await present('expired.pem');
      await expect(running.check()).rejects.toThrow(StoreUnavailable);
      await running.close();
      const own = { kind: 'verified', ca: readFileSync(file('expired.pem'), 'utf8') } as const;
      await expect(open(own)).rejects.toThrow('its certificate has expired; renew it');
    });
  });
});

/** A certificate of the same key, for two days that are long gone. */
function expire(folder: string): void {
  const at = (name: string) => join(folder, name);
  writeFileSync(at('index.txt'), '');
  writeFileSync(at('san.txt'), 'subjectAltName=IP:127.0.0.1\n');
  const own = `database=${at('index.txt')}\nnew_certs_dir=${folder}\nrand_serial=yes\ndefault_md=sha256\npolicy=any\n`;
  writeFileSync(at('ca.txt'), `[ca]\ndefault_ca=own\n[own]\n${own}[any]\ncommonName=supplied\n`);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  openssl('req', '-new', '-key', at('key.pem'), '-subj', '/CN=database', '-out', at('request.pem'));
  const files = ['-config', at('ca.txt'), '-extfile', at('san.txt'), '-keyfile', at('key.pem')];
  const days = ['-startdate', '20200101000000Z', '-enddate', '20200103000000Z'];
  const written = ['-in', at('request.pem'), '-out', at('expired.pem')];
  openssl('ca', '-batch', '-notext', '-selfsign', ...files, ...days, ...written);
}
