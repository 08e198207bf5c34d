import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  recordingPlace,
  whyNoEndpoint,
  whyNoPlace,
} from '../../src/recordings-archive/recording-place.ts';

test.each([
  ['s3://calls', 'calls', ''],
  ['s3://calls/', 'calls', ''],
  ['s3://calls.example.com/2027', 'calls.example.com', '2027/'],
  ['s3://calls/eu/2027/', 'calls', 'eu/2027/'],
])('%s is bucket %s and prefix "%s"', (text, bucket, prefix) => {
  expect(whyNoPlace(text)).toBeUndefined();
  const access = { region: 'eu-central-1' };
  expect(recordingPlace(text, access)).toEqual({ kind: 's3', bucket, prefix, ...access });
});

test.each(['recordings', './recordings', '/var/lib/recordings', String.raw`C:\recordings`, 's3'])(
  '%s is a folder',
  (text) => {
    expect(whyNoPlace(text)).toBeUndefined();
    expect(recordingPlace(text, {})).toEqual({ kind: 'folder', path: resolve(text) });
  },
);

test.each([
  's3:',
  's3:calls',
  's3:/calls',
  's3://',
  's3:///prefix',
  's3://Calls',
  's3://ab',
  's3://-calls',
  's3://calls//prefix',
  's3://calls/../other',
  's3://calls/./prefix',
  's3://calls/a b',
  's3://calls/prefix?region=x',
  's3://calls/prefix#x',
  's3://key:password@calls/prefix',
  'S3://calls',
])('%s is no bucket, and is not repeated', (text) => {
  expect(whyNoPlace(text)).toMatch(/^must look like s3:\/\/bucket\/prefix/);
  expect(whyNoPlace(text)).not.toContain('password@');
});

test.each(['gs://calls', 'https://calls.example.com', 'file:///recordings'])(
  '%s is neither folder nor bucket',
  (text) => expect(whyNoPlace(text)).toMatch(/^must be the path of a folder, or look like s3:/),
);

test.each(['http://127.0.0.1:9000', 'https://minio.example.com', 'https://example.com/store'])(
  '%s is an endpoint',
  (text) => expect(whyNoEndpoint(text)).toBeUndefined(),
);

test.each([
  ['minio:9000', 'must be a URL'],
  ['ftp://minio', 'must be a URL'],
  ['https://key:password@minio', 'must not hold user or password'],
  ['https://minio?x=1', 'must end before'],
])('%s is no endpoint: %s', (text, why) => expect(whyNoEndpoint(text)).toContain(why));
