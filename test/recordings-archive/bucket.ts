/** A bucket of moto, as a test looks into it. */
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Place } from '../../src/recordings-archive/recording-place.ts';
import type { ArchiveUnderTest } from './archive-rules.ts';
import { CREDENTIALS } from './credentials.ts';

export const BUCKET = 'dialwright-recordings';
export const REGION = 'us-east-1';

export function bucketAt(endpoint: string) {
  const client = new S3Client({
    endpoint,
    region: REGION,
    forcePathStyle: true,
    credentials: {
      accessKeyId: CREDENTIALS.AWS_ACCESS_KEY_ID,
      secretAccessKey: CREDENTIALS.AWS_SECRET_ACCESS_KEY,
    },
  });
  let places = 0;

  return {
    make: async () => void (await client.send(new CreateBucketCommand({ Bucket: BUCKET }))),

    /** A prefix that nobody has used. */
    place(): S3Place {
      places += 1;
      const prefix = `of-test-${places}/`;
      return { kind: 's3', bucket: BUCKET, prefix, endpoint, region: REGION };
    },

    archive({ prefix }: S3Place): Omit<ArchiveUnderTest, 'place'> {
      const below = { Bucket: BUCKET, Prefix: prefix };
      return {
        async names() {
          const { Contents = [] } = await client.send(new ListObjectsV2Command(below));
          return Contents.map(({ Key }) => Key!.slice(prefix.length));
        },
        async unfinished() {
          const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(below));
          const parts = Uploads.map(async ({ Key, UploadId }) =>
            client.send(new ListPartsCommand({ Bucket: BUCKET, Key, UploadId })),
          );
          return (await Promise.all(parts)).filter(({ Parts }) => Parts?.length).length;
        },
      };
    },

    put: async (key: string, body: string) =>
      void (await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: body }))),

    remove: async (key: string) =>
      void (await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: key }))),

    begin: async (key: string) =>
      void (await client.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key: key }))),

    /** After so many more requests moto checks credentials, and knows nobody's. */
    async withdrawRights({ afterRequests }: { afterRequests: number }): Promise<void> {
      await fetch(`${endpoint}/moto-api/reset-auth`, { method: 'POST', body: `${afterRequests}` });
    },
  };
}
