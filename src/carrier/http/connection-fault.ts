/** Describes connection errors for people, followed by the code of the network layer. */
import { EndlessAnswerError } from '../../outgoing/http-client.ts';
import { CarrierError } from './errors.ts';
import { SendWindowError } from './send-window.ts';

const CLOSED = 'the carrier closed the connection before it had answered';
const UNRESOLVED = 'the name of the carrier\u2019s host cannot be resolved';
const NO_ROUTE = 'there is no way to the carrier from this network';
const NOT_HTTP = 'what the carrier answered is not HTTP';
const BAD_CERTIFICATE = 'the carrier\u2019s certificate is not accepted';
const SLOW_CONNECT = 'no connection to the carrier in time';

const CLOSED_MESSAGES = ['socket hang up', 'aborted'];

const WORDS: Partial<Record<string, string>> = {
  EPIPE: CLOSED,
  ECONNRESET: 'the connection was reset before the carrier had answered',
  ECONNREFUSED: 'the carrier refuses connections',
  ECONNABORTED: 'the connection was aborted on this machine',
  ENOTFOUND: UNRESOLVED,
  EAI_AGAIN: UNRESOLVED,
  EAI_FAIL: UNRESOLVED,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  EADDRNOTAVAIL: 'this machine has no free address or port for the connection',
  EMFILE: 'this process has too many files and connections open',
  ETIMEDOUT: SLOW_CONNECT,
  UND_ERR_CONNECT_TIMEOUT: SLOW_CONNECT,
  HPE_HEADER_OVERFLOW: 'the head of the carrier\u2019s answer is too large',
};

/** By the prefix of a code. */
const FAMILIES: [prefix: string, words: string][] = [
  ['HPE_', NOT_HTTP],
  ['CERT_', BAD_CERTIFICATE],
  ['UNABLE_TO_', BAD_CERTIFICATE],
  ['SELF_SIGNED_', BAD_CERTIFICATE],
  ['DEPTH_ZERO_', BAD_CERTIFICATE],
  ['ERR_TLS_', BAD_CERTIFICATE],
  ['ERR_SSL_', 'TLS with the carrier failed'],
];

/** Errors whose messages are our own. */
const OURS = [SendWindowError, CarrierError, EndlessAnswerError];

/** Does not use messages of the network layer, because they may quote the request. */
export function connectionFault(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if (OURS.some((ours) => error instanceof ours)) return error.message;
  // Node has one code for a connection that was closed and one that was reset.
  if (CLOSED_MESSAGES.includes(error.message)) return CLOSED;
  const { code: given } = error as { code?: unknown };
  const code = typeof given === 'string' ? given : error.name;
  const words = WORDS[code] ?? FAMILIES.find(([prefix]) => code.startsWith(prefix))?.[1];
  return `${words ?? 'the connection failed'} (${code})`;
}
