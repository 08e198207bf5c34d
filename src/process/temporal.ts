/** Connects to Temporal by the standard `TEMPORAL_*` settings, and makes ready what calls need there. */
import { Client, Connection, ServiceError, isGrpcServiceError } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { DataConverter } from '@temporalio/common';
import type { NativeConnection, NativeConnectionOptions } from '@temporalio/worker';
// Imported as a whole: it is a CommonJS module whose named exports Node does not detect.
import proto from '@temporalio/proto';
import { historyConverterWith } from '../codec/data-converter.ts';
import { loadPayloadKeys } from '../config/config.ts';
import { StartError } from './start-error.ts';
import { GRPC } from '../contract/grpc.ts';
import { whyNotPublic } from '../outgoing/public-address.ts';
import { SEARCH_ATTRIBUTES } from '../contract/messages.ts';

export interface TemporalSettings {
  namespace: string;
  address: string;
}

export function temporalSettings(): TemporalSettings {
  const { connectionOptions, namespace } = loadClientConnectConfig();
  return {
    namespace: namespace ?? 'default',
    address: connectionOptions.address ?? 'localhost:7233',
  };
}

/** The data converter for tools that read histories, with the keys of the environment. @throws ConfigError */
export function historyConverterFrom(env: NodeJS.ProcessEnv): DataConverter {
  return historyConverterWith(loadPayloadKeys(env));
}

/** After a long outage the channel would try again only every two minutes. */
const RECONNECTS_SOON = { 'grpc.max_reconnect_backoff_ms': 5_000 };

/** A client that connects at its first use, so that the API starts and answers without Temporal. */
export function lazyTemporalClient(dataConverter: DataConverter): Client {
  const { connectionOptions, namespace } = loadClientConnectConfig();
  const connection = Connection.lazy({ ...connectionOptions, channelArgs: RECONNECTS_SOON });
  return new Client({ connection, namespace: namespace ?? 'default', dataConverter });
}

type Compression = NonNullable<NativeConnectionOptions['grpcCompression']>;

/** Packing costs processor time at both ends, and saves a network that is far or paid for by its bytes. */
export function compressionFor(address: string, gzip: boolean | undefined): Compression {
  const host = URL.parse(`tcp://${address}`)?.hostname ?? '';
  const isNear = whyNotPublic(`https://${host}`) !== undefined;
  return { codec: (gzip ?? !isNear) ? 'gzip' : 'none' };
}

/** @param gzip undefined: only to a server on a public address @throws StartError */
export async function connectWorker(gzip?: boolean): Promise<{
  connection: NativeConnection;
  namespace: string;
}> {
  // Loaded here, because the server imports this file too. The SDK of workers needs 12 MB.
  const { NativeConnection, TransportError } = await import('@temporalio/worker');
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig();
  try {
    const { address } = temporalSettings();
    const grpcCompression = compressionFor(address, gzip);
    const connection = await NativeConnection.connect({ ...connectionOptions, grpcCompression });
    await connection.workflowService.describeNamespace({ namespace });
    return { connection, namespace };
  } catch (error) {
    throw withoutTemporal(error, error instanceof TransportError);
  }
}

const REFUSED: readonly number[] = [GRPC.NOT_FOUND, GRPC.PERMISSION_DENIED, GRPC.UNAUTHENTICATED];

function withoutTemporal(error: unknown, unreachable: boolean): unknown {
  const why = whyWithoutTemporal(error, unreachable);
  if (why === undefined) return error;
  return new StartError(
    `Temporal at ${temporalSettings().address} ${why}; start it, or correct TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, ` +
      'TEMPORAL_API_KEY and TEMPORAL_TLS….',
    { cause: error },
  );
}

function whyWithoutTemporal(error: unknown, unreachable: boolean): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  // Several layers wrap the message of the operating system.
  if (unreachable)
    return `cannot be reached: ${/message: "([^"]*)"/.exec(message)?.[1] ?? message}`;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'number' || !REFUSED.includes(code)) return undefined;
  return `refuses: ${message.replace(/\.$/, '')}`;
}

/** What is used here of protobufjs' `Type`, which the types of the package hide. */
interface MessageType {
  setup(): void;
  fieldsArray: readonly { resolve(): { resolvedType: unknown } }[];
}

/**
 * protobufjs generates the code that reads a message at the first one of its type. This makes it for the answer to a start, which
 * holds a history: at the first call it would hold the event loop for some 90 ms (`npm run bench -- million`).
 */
export function prepareDecoders(): void {
  const { StartWorkflowExecutionResponse } = proto.temporal.api.workflowservice.v1;
  const types = new Set<unknown>([StartWorkflowExecutionResponse]);
  // A set may grow while it is walked.
  for (const type of types) {
    if (!isMessageType(type)) continue;
    type.setup();
    for (const field of type.fieldsArray) types.add(field.resolve().resolvedType);
  }
}

const isMessageType = (type: unknown): type is MessageType =>
  typeof type === 'object' && type !== null && 'fieldsArray' in type && 'setup' in type;

/**
 * Registers the search attributes that workflows set. Registered ones are left alone.
 * @throws StartError where the server lets only an administrator register them, as Temporal Cloud does
 */
export async function ensureSearchAttributes(client: Client): Promise<void> {
  const missing = await missingSearchAttributes(client);
  if (missing.length === 0) return;
  const keyword = proto.temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
  try {
    await client.connection.operatorService.addSearchAttributes({
      namespace: client.options.namespace,
      searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
    });
  } catch (error) {
    // Another worker was faster, or the server's answer above was old.
    if (hasCode(error, GRPC.ALREADY_EXISTS)) return;
    if (!hasCode(error, GRPC.PERMISSION_DENIED, GRPC.UNIMPLEMENTED)) throw error;
    throw new StartError(
      `Temporal does not let this worker register search attributes; an administrator must create ` +
        `${missing.join(', ')} in the namespace ${client.options.namespace}, each of type Keyword.`,
      { cause: error },
    );
  }
}

/** The search attributes that workflows set and the namespace does not know. Needs no administrator's rights. */
export async function missingSearchAttributes(client: Client): Promise<string[]> {
  const names = Object.values(SEARCH_ATTRIBUTES);
  const known = await Promise.all(names.map((name) => isRegistered(client, name)));
  return names.filter((_name, index) => !known[index]);
}

/** A query that names an unknown attribute is refused. */
async function isRegistered(client: Client, name: string): Promise<boolean> {
  try {
    await client.workflow.count(`${name} = 'none'`);
    return true;
  } catch (error) {
    if (hasCode(error, GRPC.INVALID_ARGUMENT)) return false;
    throw error;
  }
}

/** Whether an error of the client has one of these status codes. */
export const hasCode = (error: unknown, ...codes: number[]): boolean =>
  codes.includes(answerIn(error)?.code ?? -1);

const answerIn = (error: unknown) => {
  const answer = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(answer) ? answer : undefined;
};

/**
 * Does what a start needs of Temporal.
 * @throws StartError where Temporal's answer is an error, after the client's own retries: overload or a lost connection
 */
export async function asNeededAtStart(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const answer = answerIn(error);
    if (answer === undefined) throw error;
    throw new StartError(
      `Temporal at ${temporalSettings().address} did not take the schedules and search attributes of this worker ` +
        `(${answer.details}): start it again; if that does not help, look at the log and the limits of that server.`,
      { cause: error },
    );
  }
}

const POLLS_WITHIN_MS = 90_000;

/** Temporal lists pollers for some minutes, and a worker polls at least every minute. */
export function isRecentPoller({
  lastAccessTime,
}: proto.temporal.api.taskqueue.v1.IPollerInfo): boolean {
  const seenMs = Number(lastAccessTime?.seconds ?? 0) * 1_000;
  return Date.now() - seenMs < POLLS_WITHIN_MS;
}
