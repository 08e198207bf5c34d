/** The settings of the database, for src/config.ts. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { isLoopbackHost } from './carrier/http/public-address.ts';
import { readDatabaseUrl, type DatabaseUrl } from './store/sql/database-url.ts';
import type { PostgresTls } from './store/sql/open-postgres-store.ts';
import type { DatabaseLocation } from './store/sql/open-store.ts';

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
  DIALWRIGHT_DATABASE_URL: databaseUrl.prefault('sqlite:.dialwright/dialwright.sqlite'),
  DIALWRIGHT_DATABASE_TLS: databaseTls,
  DIALWRIGHT_DATABASE_TLS_CA: pemFile,
  DIALWRIGHT_DATABASE_TLS_CERT: pemFile,
  DIALWRIGHT_DATABASE_TLS_KEY: pemFile,
  DIALWRIGHT_DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DIALWRIGHT_DATABASE_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(10_000),
};
type DatabaseEnvironment = z.infer<z.ZodObject<typeof databaseShape>>;

export function locationOf(env: DatabaseEnvironment): DatabaseLocation {
  const url = env.DIALWRIGHT_DATABASE_URL;
  if (url.engine === 'sqlite') return { engine: 'sqlite', path: resolve(url.path) };
  return {
    engine: 'postgres',
    server: url.server,
    tls: tlsOf(env, url.server.host),
    poolSize: env.DIALWRIGHT_DATABASE_POOL,
    statementTimeoutMs: env.DIALWRIGHT_DATABASE_TIMEOUT_MS,
  };
}

function tlsOf(env: DatabaseEnvironment, host: string): PostgresTls {
  const isHere = host.startsWith('/') || isLoopbackHost(host.includes(':') ? `[${host}]` : host);
  const kind = env.DIALWRIGHT_DATABASE_TLS ?? (isHere ? 'off' : 'verified');
  if (kind !== 'verified') return { kind };
  const { DIALWRIGHT_DATABASE_TLS_CERT: cert, DIALWRIGHT_DATABASE_TLS_KEY: key } = env;
  return { kind, ca: env.DIALWRIGHT_DATABASE_TLS_CA, cert, key };
}
