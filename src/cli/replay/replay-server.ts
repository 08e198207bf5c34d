/** The Temporal server of a replay, by the standard `TEMPORAL_*` settings. */
import { Client, Connection, type ConnectionOptions } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { GRPC } from '../../contract/grpc.ts';
import { hasCode } from '../../process/temporal.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';

/** What replaces the settings. */
export interface Place {
  address?: string;
  namespace?: string;
}

const CONNECT_MS = 5_000;
/** Of a server that cannot be reached. */
export const AWAY: number[] = [GRPC.DEADLINE_EXCEEDED, GRPC.UNAVAILABLE];

/** @throws CommandError if the server does not answer */
export async function withTemporal<Result>(
  place: Place,
  work: (server: { client: Client; address: string }) => Promise<Result>,
): Promise<Result> {
  const { connectionOptions, namespace } = loadClientConnectConfig();
  const address = place.address ?? connectionOptions.address ?? 'localhost:7233';
  const connection = await connect({ ...connectionOptions, address });
  try {
    const client = new Client({ connection, namespace: place.namespace ?? namespace ?? 'default' });
    return await work({ client, address });
  } catch (error) {
    throw hasCode(error, ...AWAY) ? noAnswer(address, error) : error;
  } finally {
    await connection.close();
  }
}

async function connect(options: ConnectionOptions & { address: string }): Promise<Connection> {
  try {
    return await Connection.connect({ ...options, connectTimeout: CONNECT_MS });
  } catch (error) {
    throw noAnswer(options.address, error);
  }
}

const noAnswer = (address: string, error: unknown) =>
  new CommandError({
    code: EXIT.unreachable,
    what: `Temporal does not answer at ${address}`,
    why: error instanceof Error ? error.message : String(error),
    next: 'start it with `npm start`, or name another server with --address or TEMPORAL_ADDRESS; `dialwright doctor` checks more',
    cause: error,
  });
