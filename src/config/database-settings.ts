/** The settings of the database, for src/config/config.ts. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { isLoopbackHost } from '../outgoing/public-address.ts';
import { readDatabaseUrl, type DatabaseUrl } from '../store/sql/database-url.ts';
import type { PostgresTls } from '../store/sql/open-postgres-store.ts';
import type { DatabaseLocation } from '../store/sql/open-store.ts';

const databaseUrl = z.string().transform((text, context): DatabaseUrl => {
  const read = readDatabaseUrl(text);
  if (!('fault' in read)) return read;
  context.addIssue({ code: 'custom', message: read.fault });
  return z.NEVER;
});
/** Where no value is given, by the host: `off` on this machine, else `verified`. */
const databaseTls = z.enum(['off', 'unverified', 'verified']).optional();
const pemFile = z
  .string()
  .transform((path, context): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      // Never the whole message: who sets the key itself in place of its path would find it in a log.
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      context.addIssue({ code: 'custom', message: `names no file that can be read (${code})` });
      return z.NEVER;
    }
  })
  .optional();

export const databaseShape = {
  DIALWRIGHT_DATABASE_URL: databaseUrl.prefault('sqlite:.dialwright/dialwright.sqlite').meta({
    description:
      'A SQLite file, or a Postgres database (docs/postgres.md): postgres://user:password@host:5432/database.',
  }),
  DIALWRIGHT_DATABASE_TLS: databaseTls.meta({
    description:
      '`off`, `unverified` (encrypted, but whoever answers is believed) or `verified` (the certificate must be valid for the ' +
      'host). Without a value: off where the host is this machine, else verified.',
    example: 'verified',
  }),
  DIALWRIGHT_DATABASE_TLS_CA: pemFile.meta({
    description:
      "PEM file of the authority that signed the server's certificate, where it is none of the public ones.",
    example: '/etc/dialwright/database-ca.pem',
  }),
  DIALWRIGHT_DATABASE_TLS_CERT: pemFile.meta({
    description: 'PEM file of our own certificate, where the server asks for one.',
    example: '/etc/dialwright/database-client.pem',
  }),
  DIALWRIGHT_DATABASE_TLS_KEY: pemFile.meta({
    description: 'PEM file of the key of our own certificate.',
    example: '/etc/dialwright/database-client.key',
  }),
  DIALWRIGHT_DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .meta({
      description:
        "Connections of one process at most. All processes together must stay below the server's max_connections. An export " +
        'takes one more.',
    }),
  DIALWRIGHT_DATABASE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(600_000)
    .default(10_000)
    .meta({
      description: 'How long one statement may take, its wait for other processes included.',
    }),
  DIALWRIGHT_MIGRATE: z
    .enum(['start', 'never'])
    .default('start')
    .meta({
      description:
        'When the schema of the database is made or brought up to date: `start`, by whichever process starts first, or ' +
        '`never`. Then `dialwright migrate --run` does it, and no process starts before it was run (docs/upgrading.md).',
    }),
};
type DatabaseEnvironment = z.infer<z.ZodObject<typeof databaseShape>>;

export function locationOf(env: DatabaseEnvironment): DatabaseLocation {
  const { DIALWRIGHT_DATABASE_URL: url, DIALWRIGHT_MIGRATE: migrateAt } = env;
  if (url.engine === 'sqlite') return { engine: 'sqlite', path: resolve(url.path), migrateAt };
  return {
    engine: 'postgres',
    server: url.server,
    tls: tlsOf(env, url.server.host),
    poolSize: env.DIALWRIGHT_DATABASE_POOL,
    statementTimeoutMs: env.DIALWRIGHT_DATABASE_TIMEOUT_MS,
    migrateAt,
  };
}

function tlsOf(env: DatabaseEnvironment, host: string): PostgresTls {
  const isHere = host.startsWith('/') || isLoopbackHost(host.includes(':') ? `[${host}]` : host);
  const kind = env.DIALWRIGHT_DATABASE_TLS ?? (isHere ? 'off' : 'verified');
  if (kind !== 'verified') return { kind };
  const { DIALWRIGHT_DATABASE_TLS_CERT: cert, DIALWRIGHT_DATABASE_TLS_KEY: key } = env;
  return { kind, ca: env.DIALWRIGHT_DATABASE_TLS_CA, cert, key };
}
