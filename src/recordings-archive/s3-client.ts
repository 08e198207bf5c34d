import { S3Client } from '@aws-sdk/client-s3';
import { ArchiveFault } from './recording-archive.ts';
import type { S3Place } from './recording-place.ts';

const ATTEMPTS = 3;
const CONNECT_MS = 3_000;
/** From a request's first byte to the head of its answer: 5 MiB at 2 Mbit/s. */
const ANSWER_MS = 20_000;
/** Of silence within a body. A listener who pauses for longer continues with a range. */
const SILENCE_MS = 120_000;
/** Each recording that is sent to a client holds one; requests above it wait. */
const MOST_CONNECTIONS = 256;
/** A request without a recording in it, with all its attempts. Somebody waits for it. */
const SHORT_REQUEST_MS = 15_000;

/** Credentials come from the SDK's usual chain: environment variables, files, the machine's role. */
export async function s3ClientFor({ region, endpoint, pathStyle }: S3Place): Promise<S3Client> {
  const agent = { maxSockets: MOST_CONNECTIONS };
  const client = new S3Client({
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: pathStyle ?? endpoint !== undefined,
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    // A part of an object has no checksum of its own, and some stores send the whole object's.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  try {
    await client.config.region();
  } catch {
    throw new ArchiveFault(
      'No region is known for the object store that DIALWRIGHT_RECORDINGS names; set ' +
        'DIALWRIGHT_RECORDINGS_S3_REGION (for MinIO, us-east-1).',
    );
  }
  return client;
}

export const shortRequest = () => ({ abortSignal: AbortSignal.timeout(SHORT_REQUEST_MS) });
