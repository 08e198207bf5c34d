/** What Postgres and the way to it say when neither the request nor this code is to blame, as a fault of the store. */
import { StoreUnavailable, type StoreFault } from '../../../faults.ts';

/** By SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const STATES: Record<string, StoreFault> = {
  '25006': 'standby', // read_only_sql_transaction
  '25P03': 'timeout', // idle_in_transaction_session_timeout
  '53100': 'disk-full',
  '53200': 'overloaded', // out_of_memory
  '53300': 'overloaded', // too_many_connections
  '53400': 'overloaded', // configuration_limit_exceeded
  '55P03': 'locked', // lock_not_available
  '57014': 'timeout', // query_canceled: the statement's time-out
  '58030': 'io', // io_error
  '3D000': 'denied', // invalid_catalog_name
  '42501': 'denied', // insufficient_privilege
};

/** By the first two characters of the SQLSTATE. */
const CLASSES: Record<string, StoreFault> = {
  '08': 'unreachable', // connection exception
  '28': 'denied', // invalid authorization
  '57': 'unreachable', // operator intervention: shutdown, crash, not started yet, idle session ended
};

/** Errors of sockets, DNS and TLS, which have no SQLSTATE. */
const SOCKET =
  /^(?:E(?:CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|NOTFOUND|AI_AGAIN|ADDRNOTAVAIL|NOENT|PROTO)|ERR_(?:TLS|SSL)_\w+|ERR_SOCKET_\w+|CERT_\w+|\w+_CERT\w*|UNABLE_TO_\w+)$/;

/** The driver has no codes for its own errors. */
const BROKEN =
  /^(?:Connection terminated|timeout expired|Client has encountered a connection error|Client was closed|Connection ended|The server does not support SSL)/;
/** No answer, or no connection of the pool was free. */
const SLOW = /^(?:Query read timeout|timeout exceeded when trying to connect)/;

export function faultOf(error: unknown): StoreFault | undefined {
  if (!(error instanceof Error)) return undefined;
  const state = stateOf(error);
  if (state !== undefined) return STATES[state] ?? CLASSES[state.slice(0, 2)];
  if (SLOW.test(error.message)) return 'timeout';
  return SOCKET.test(codeOf(error)) || BROKEN.test(error.message) ? 'unreachable' : undefined;
}

/** A known fault as `StoreUnavailable`; any other error unchanged. */
export function asStoreFault(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const fault = faultOf(error);
  return fault === undefined ? error : new StoreUnavailable(fault, { cause: error });
}

/** The transaction was rolled back whole, and may succeed when run again. */
export const mayRunAgain = (error: unknown): boolean =>
  error instanceof Error &&
  (isStalePlan(error) || ['40001', '40P01'].includes(stateOf(error) ?? ''));

/** A unique index has the value already. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && stateOf(error) === '23505';

/**
 * After these the connection is of no use: it is cut, or still waits for an answer, or leads to a server that became a
 * standby, or has prepared statements of a schema that was migrated meanwhile.
 */
export function breaksConnection(error: unknown): boolean {
  const fault = faultOf(error);
  if (!(error instanceof Error)) return false;
  const state = stateOf(error);
  if (fault === undefined) return isStalePlan(error);
  return state === undefined || fault === 'unreachable' || ['25006', '25P03'].includes(state);
}

const isStalePlan = (error: Error): boolean =>
  stateOf(error) === '0A000' && error.message.startsWith('cached plan must not change');

/** The SQLSTATE of what the server says; undefined: the error is of the driver or the socket. */
function stateOf(error: Error): string | undefined {
  const code = codeOf(error);
  // Also the length of EPIPE; the server's errors have a severity.
  return 'severity' in error && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';
