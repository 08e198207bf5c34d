/** Which database a URL names. */

export interface PostgresServer {
  /** A name, an address, or the folder of a Unix socket. */
  host: string;
  port: number;
  user: string;
  /** Undefined: the server asks for none, as on a Unix socket. */
  password: string | undefined;
  database: string;
}

export type DatabaseUrl =
  { engine: 'sqlite'; path: string } | { engine: 'postgres'; server: PostgresServer };

const POSTGRES_PORT = 5432;
const LOOKS_LIKE =
  'must look like sqlite:path/to/file or postgres://user:password@host:5432/database';

/** Node's own reader knows no host that is empty, as beside the folder of a socket. */
const POSTGRES =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?]*)(?::(?<password>[^:@/?]*))?@)?(?<host>\[[^\]]+\]|[^:@/?]*)(?::(?<port>\d{1,5}))?(?:\/(?<database>[^:@/?]*))?(?:\?(?<parameters>.*))?$/;

/** The fault never quotes the URL, which may hold a password. */
export function readDatabaseUrl(text: string): DatabaseUrl | { fault: string } {
  if (/^sqlite:.+/.test(text)) return { engine: 'sqlite', path: text.slice('sqlite:'.length) };
  if (!/^postgres(?:ql)?:\/\//.test(text)) return { fault: LOOKS_LIKE };
  const parts = partsOf(text);
  if (parts === undefined) {
    const write = 'write the characters @ : / % ? in a password as %40 %3A %2F %25 %3F';
    return { fault: `${LOOKS_LIKE}; ${write}` };
  }
  const parameters = new URLSearchParams(parts['parameters']);
  const unknown = [...parameters.keys()].find((name) => name !== 'host');
  if (unknown !== undefined) {
    const instead = 'TLS, pool and time-out have settings of their own, DIALWRIGHT_DATABASE_…';
    // What stands behind an unescaped `?` in a password is not quoted.
    const which = /^[a-z_]+$/.test(unknown) ? `the parameter ${unknown}` : 'a parameter';
    return {
      fault: `has ${which}, which is not read: ${instead}; a ? in a password is written as %3F`,
    };
  }
  const { user = '', password, database = '', port } = parts;
  const host = parameters.get('host') ?? parts['host']?.replaceAll(/^\[|\]$/g, '') ?? '';
  if (host === '') return { fault: 'names no host' };
  if (user === '') return { fault: 'names no user' };
  if (database === '') return { fault: 'names no database behind the host' };
  const server = { host, port: port === undefined ? POSTGRES_PORT : Number(port), user, database };
  return { engine: 'postgres', server: { ...server, password: password || undefined } };
}

function partsOf(text: string): Partial<Record<string, string>> | undefined {
  const parts = Object.entries(POSTGRES.exec(text)?.groups ?? {});
  if (parts.length === 0) return undefined;
  try {
    return Object.fromEntries(
      parts.map(([name, part]) => [
        name,
        // The whole of them is decoded elsewhere.
        name === 'parameters' || part === undefined ? part : decodeURIComponent(part),
      ]),
    );
  } catch {
    return undefined;
  }
}

/** For people: without the password. */
export const formatServer = ({ host, port, user, database }: PostgresServer): string =>
  host.startsWith('/')
    ? `postgres://${user}@/${database}?host=${host}`
    : `postgres://${user}@${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
