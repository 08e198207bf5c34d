/** What an object store answers by the book, as text for people. `s3-archive.deep.test.ts` has the rules with a store. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openArchive } from '../../src/recordings-archive/open-archive.ts';
import type { S3Place } from '../../src/recordings-archive/recording-place.ts';
import { httpServer } from '../carrier/servers.ts';
import { CREDENTIALS } from './credentials.ts';

const QUOTA = { fileBytes: 1, totalBytes: 1, keepFreeBytes: 0 };
const PLACE: S3Place = {
  kind: 's3',
  bucket: 'the-bucket',
  prefix: 'the-prefix/',
  endpoint: 'http://127.0.0.1:1',
  region: 'us-east-1',
};

beforeEach(() => {
  for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
});
afterEach(() => void vi.unstubAllEnvs());

async function refusedBy(answer: (response: ServerResponse) => void): Promise<string | undefined> {
  const { origin: endpoint } = await httpServer((_, response) => answer(response));
  const archive = await openArchive({ ...PLACE, endpoint });
  return archive.whyNoRoom(QUOTA, 0);
}

const code = (status: number, name: string) => (response: ServerResponse) =>
  void response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(
      `<Error><Code>${name}</Code><Message>the-bucket ${CREDENTIALS.AWS_ACCESS_KEY_ID}</Message></Error>`,
    );

test.each([
  [404, 'NoSuchBucket', 'the bucket that DIALWRIGHT_RECORDINGS names does not exist'],
  [403, 'AccessDenied', 'the credentials lack a right on the bucket'],
  [403, 'InvalidAccessKeyId', 'the object store does not accept the credentials'],
  [403, 'SignatureDoesNotMatch', 'the object store does not accept the credentials'],
  [400, 'ExpiredToken', 'the object store does not accept the credentials'],
  [301, 'PermanentRedirect', 'than DIALWRIGHT_RECORDINGS_S3_REGION says'],
  [400, 'AuthorizationHeaderMalformed', 'than DIALWRIGHT_RECORDINGS_S3_REGION says'],
  [403, 'RequestTimeTooSkewed', 'the clocks of this machine and of the object store differ'],
  [503, 'SlowDown', 'the object store refuses'],
  [500, 'InternalError', 'the object store refuses'],
])('%i %s says what to see to, and no name or key', async (status, name, sentence) => {
  const why = await refusedBy(code(status, name));
  expect(why).toMatch(/^recordings cannot be written: /);
  expect(why).toContain(sentence);
  expect(why).toContain(`(${name}, ${status})`);
  expect(why).not.toMatch(/the-bucket|the-prefix|test-/);
});

test('a code that is none is not repeated', async () => {
  expect(await refusedBy(code(400, 'call +12025550123'))).toBe(
    'recordings cannot be written: the object store refuses (400)',
  );
});

test('an answer that is no XML is refused too', async () => {
  const why = await refusedBy((response) => void response.writeHead(418).end('a teapot'));
  expect(why).toContain('the object store refuses');
});

test('a connection that breaks is a store that cannot be reached', async () => {
  expect(await refusedBy((response) => void response.destroy())).toBe(
    'recordings cannot be written: the object store cannot be reached (ECONNRESET)',
  );
});

test('where nobody listens, reading and writing say the same', async () => {
  const archive = await openArchive(PLACE);
  const fault = {
    name: 'ArchiveFault',
    message: expect.stringContaining('the object store cannot be reached (ECONNREFUSED)') as string,
  };
  await expect(archive.open('a.mp3')).rejects.toMatchObject(fault);
  await expect(archive.removeLeftovers(0)).rejects.toMatchObject(fault);
  await expect(archive.write('a.mp3', oneChunk())).rejects.toMatchObject(fault);
});

test('without credentials it names the variables to set', async () => {
  for (const name of Object.keys(CREDENTIALS)) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/dev/null');
  vi.stubEnv('AWS_CONFIG_FILE', '/dev/null');
  const archive = await openArchive(PLACE);
  expect(await archive.whyNoRoom(QUOTA, 0)).toMatch(/no credentials.*AWS_ACCESS_KEY_ID/);
});

test('without a region it does not open, and names the setting', async () => {
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION']) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_CONFIG_FILE', '/dev/null');
  await expect(openArchive({ ...PLACE, region: undefined })).rejects.toMatchObject({
    name: 'ArchiveFault',
    message: expect.stringContaining('set DIALWRIGHT_RECORDINGS_S3_REGION') as string,
  });
});

async function* oneChunk(): AsyncGenerator<Buffer> {
  yield Buffer.from('x');
}
