/** The archive as objects of a bucket, in Amazon S3 or in a store that speaks its protocol. */
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  type GetObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ArchivedRecording, ByteRange, RecordingArchive } from './recording-archive.ts';
import type { S3Place } from './recording-place.ts';
import { whyOverQuota } from './recording-quota.ts';
import { s3ClientFor, shortRequest } from './s3-client.ts';
import { archiveFault, statusOf } from './s3-faults.ts';
import {
  abortLeftovers,
  abortUploadsOf,
  proveWriting,
  uploadWhole,
  type S3Object,
} from './s3-upload.ts';

/** How long it counts that writing was possible: two requests for each recording would be many. */
const PROOF_LASTS_MS = 60_000;
const UNREADABLE = 'the recording could not be read';

/** @throws ArchiveFault if no region is known */
export async function openS3Archive(place: S3Place): Promise<RecordingArchive> {
  const client = await s3ClientFor(place);
  let provedAtMs = -Infinity;

  return {
    async whyNoRoom(quota, storedBytes) {
      const spent = whyOverQuota(quota, storedBytes);
      if (spent !== undefined) return spent;
      if (performance.now() - provedAtMs < PROOF_LASTS_MS) return undefined;
      try {
        await proveWriting(client, objectOf(place, '.room'));
        provedAtMs = performance.now();
        return undefined;
      } catch (error) {
        return archiveFault('recordings cannot be written', error).message;
      }
    },

    async write(name, body) {
      const object = objectOf(place, name);
      try {
        return await uploadWhole(client, object, body);
      } catch (error) {
        provedAtMs = -Infinity;
        throw error;
      }
    },

    async open(name) {
      const object = objectOf(place, name);
      return orFault(UNREADABLE, openObject(client, object, place.linkSeconds));
    },

    async remove(name) {
      const removed = client.send(new DeleteObjectCommand(objectOf(place, name)), shortRequest());
      await orFault('the recording could not be removed', removed);
    },

    async removeUnfinished(name) {
      const aborted = abortUploadsOf(client, objectOf(place, name));
      await orFault('unfinished writes of the recording could not be removed', aborted);
    },

    removeLeftovers: async (untouchedSinceMs) =>
      orFault(
        'unfinished recordings could not be removed',
        abortLeftovers(client, place, untouchedSinceMs),
      ),
  };
}

const orFault = <Answer>(what: string, work: Promise<Answer>): Promise<Answer> =>
  work.catch((error: unknown) => {
    throw archiveFault(what, error);
  });

/** Names come from our own store. One that leads outside the prefix is a defect. */
function objectOf({ bucket, prefix }: S3Place, name: string): S3Object {
  if (name.split('/').some((part) => ['', '.', '..'].includes(part))) {
    throw new Error('a recording lies outside its prefix');
  }
  return { Bucket: bucket, Key: prefix + name };
}

async function openObject(
  client: S3Client,
  object: S3Object,
  linkSeconds: number | undefined,
): Promise<ArchivedRecording | undefined> {
  const head = await headOf(client, object);
  if (!head) return undefined;
  return {
    bytes: head.ContentLength ?? 0,
    // The length was read before: another object of this name would not fit it.
    read: async (range) => readObject(client, { ...object, IfMatch: head.ETag }, range),
    ...(linkSeconds === undefined
      ? {}
      : { link: async (type) => linkTo(client, object, { type, linkSeconds }) }),
  };
}

/** The same 404 comes for a missing bucket, where it would hide a wrong setting. */
async function headOf(client: S3Client, object: S3Object) {
  try {
    return await client.send(new HeadObjectCommand(object), shortRequest());
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    await client.send(new HeadBucketCommand({ Bucket: object.Bucket }), shortRequest());
    return undefined;
  }
}

async function readObject(
  client: S3Client,
  object: GetObjectCommandInput,
  range: ByteRange | undefined,
): Promise<Readable> {
  const part = range ? { Range: `bytes=${range.first}-${range.last}` } : {};
  const { Body } = await orFault(
    UNREADABLE,
    client.send(new GetObjectCommand({ ...object, ...part })),
  );
  // On Node the SDK gives the answer of `node:http` itself.
  return Body as Readable;
}

const linkTo = async (
  client: S3Client,
  object: S3Object,
  { type, linkSeconds }: { type: string; linkSeconds: number },
): Promise<string> =>
  getSignedUrl(client, new GetObjectCommand({ ...object, ResponseContentType: type }), {
    expiresIn: linkSeconds,
  });
