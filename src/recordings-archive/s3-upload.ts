/** Uploads to an object store. The object appears when its upload completes, and an unfinished one is never served. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { WrittenRecording } from './recording-archive.ts';
import { shortRequest } from './s3-client.ts';
import { archiveFault, statusOf } from './s3-faults.ts';

/** The least that S3 allows. With 10,000 parts at most, a recording may have 52 GB. */
const PART_BYTES = 5 * 1024 * 1024;
/** One part is sent while the next is filled: a recording needs up to 15 MiB of memory, a small one its own size. */
const PARTS_AT_ONCE = 2;

export interface S3Object {
  Bucket: string;
  Key: string;
}

/** @throws ArchiveFault, else what the body throws */
export async function uploadWhole(
  client: S3Client,
  object: S3Object,
  body: AsyncIterable<Buffer>,
): Promise<WrittenRecording> {
  const hash = createHash('sha256');
  let bytes = 0;
  let ofBody: unknown;
  async function* counted(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of body) {
        bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      // Also what a failed upload throws into the body to end it.
      ofBody = error;
      throw error;
    }
  }
  const source = Readable.from(counted());
  const upload = new Upload({
    client,
    params: { ...object, Body: source, ContentType: 'audio/mpeg' },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    // It would not abort an upload whose completion fails, so all failures are handled below.
    leavePartsOnError: true,
  });
  try {
    await upload.done();
    return { sha256: hash.digest('hex'), bytes };
  } catch (error) {
    await dropUnfinished(client, object, upload.uploadId);
    if (error === ofBody) throw error;
    throw archiveFault('the recording could not be written', error);
  } finally {
    source.destroy();
  }
}

/** What cannot be aborted now is left for `abortLeftovers`. */
async function dropUnfinished(
  client: S3Client,
  object: S3Object,
  uploadId: string | undefined,
): Promise<void> {
  if (uploadId === undefined) return;
  await abort(client, object, uploadId).catch(() => undefined);
}

const abort = async (client: S3Client, object: S3Object, uploadId: string) =>
  client.send(new AbortMultipartUploadCommand({ ...object, UploadId: uploadId }), shortRequest());

/** Begins an upload and aborts it: this needs the rights of a real one, and leaves no object or version behind. */
export async function proveWriting(client: S3Client, object: S3Object): Promise<void> {
  const begun = await client.send(new CreateMultipartUploadCommand(object), shortRequest());
  await abort(client, object, begun.UploadId!);
}

/**
 * Aborts the uploads directly below the prefix that began before the instant. S3 does not say when one was last used.
 * @returns how many there were
 */
export async function abortLeftovers(
  client: S3Client,
  { bucket, prefix }: { bucket: string; prefix: string },
  begunBeforeMs: number,
): Promise<number> {
  return abortThose(client, { bucket, prefix }, ({ Key, Initiated }) => {
    // Some stores ignore the prefix that was asked for.
    const isOurs = Key.startsWith(prefix) && !Key.slice(prefix.length).includes('/');
    return isOurs && Initiated !== undefined && Initiated.getTime() < begunBeforeMs;
  });
}

/** Also those that are under way: each fails at its next request. */
export async function abortUploadsOf(client: S3Client, object: S3Object): Promise<void> {
  const { Bucket: bucket, Key: prefix } = object;
  await abortThose(client, { bucket, prefix }, ({ Key }) => Key === object.Key);
}

type Unfinished = MultipartUpload & { Key: string };

async function abortThose(
  client: S3Client,
  { bucket, prefix }: { bucket: string; prefix: string },
  isMeant: (upload: Unfinished) => boolean,
): Promise<number> {
  let aborted = 0;
  for await (const { Key, UploadId, ...upload } of unfinished(client, bucket, prefix)) {
    if (Key === undefined || UploadId === undefined || !isMeant({ ...upload, Key })) continue;
    try {
      await abort(client, { Bucket: bucket, Key }, UploadId);
      aborted += 1;
    } catch (error) {
      // It has just ended, or another worker was quicker.
      if (statusOf(error) !== 404) throw error;
    }
  }
  return aborted;
}

async function* unfinished(
  client: S3Client,
  bucket: string,
  prefix: string,
): AsyncGenerator<MultipartUpload> {
  let page: ListMultipartUploadsCommandOutput | undefined;
  let before: ListMultipartUploadsCommandOutput | undefined;
  do {
    before = page;
    page = await client.send(
      new ListMultipartUploadsCommand({
        Bucket: bucket,
        Prefix: prefix,
        KeyMarker: page?.NextKeyMarker,
        UploadIdMarker: page?.NextUploadIdMarker,
      }),
      shortRequest(),
    );
    yield* page.Uploads ?? [];
    // A store that ignores the markers would give the same page for ever.
  } while (page.IsTruncated && goesOn(before, page));
}

const goesOn = (
  before: ListMultipartUploadsCommandOutput | undefined,
  page: ListMultipartUploadsCommandOutput,
): boolean =>
  page.NextKeyMarker !== undefined &&
  (page.NextKeyMarker !== before?.NextKeyMarker ||
    page.NextUploadIdMarker !== before.NextUploadIdMarker);
