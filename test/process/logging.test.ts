import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog, NO_WORKFLOWS } from '../../src/process/logging.ts';

function logged(say: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  say(createLog('trace', { to: sink }));
  return text;
}

test('of an error only its kind, code, words and stack are written, not what it was working on', () => {
  const url = 'https://storage.example/r.mp3?X-Amz-Signature=canary-signature';
  const cause = Object.assign(new TypeError('Invalid URL'), {
    code: 'ERR_INVALID_URL',
    input: url,
  });
  const error = Object.assign(new Error('the download failed', { cause }), {
    metadata: { authorization: 'Bearer canary-key' },
    details: ['+12025550123'],
  });
  const text = logged((log) => log.error({ err: error }, 'failed'));
  expect(text).not.toMatch(/canary|2025550123/);
  expect(JSON.parse(text)).toMatchObject({
    err: {
      type: 'Error',
      message: 'the download failed',
      stack: expect.stringContaining('logging.test'),
      cause: { type: 'TypeError', message: 'Invalid URL', code: 'ERR_INVALID_URL' },
    },
  });
});

test('what is thrown without an Error is not written', () => {
  const text = logged((log) => log.error({ err: '+12025550123' }, 'failed'));
  expect(text).not.toContain('2025550123');
});

test('a chain of causes that bites its own tail ends', () => {
  const error = new Error('one');
  error.cause = error;
  expect(JSON.parse(logged((log) => log.error({ err: error }))).err.cause.message).toBe('one');
});

test.each([
  'one\r\n{"level":60,"msg":"forged"}',
  '\u001b[31mred\u001b[0m\u001b]0;title\u0007',
  '\u0000\u0008\u007f\u0085\u2028\u2029',
  '"},{"msg":"forged',
])('a line stays one line, and no terminal obeys it: %j', (text) => {
  const written = logged((log) => {
    log.info({ ref: text }, text);
    log.error({ err: Object.assign(new Error(text), { code: text }) }, 'failed');
  });
  const lines = written.split('\n').filter((line) => line !== '');
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    // oxlint-disable-next-line no-control-regex -- these are what a terminal would obey
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' });
  }
});

test('each line names the build that wrote it', () => {
  let text = '';
  const to = { write: (line: string) => void (text += line) };
  createLog('info', { build: '0.1.0+4f2a91c07b3e', to }).info('starts');
  expect(JSON.parse(text)).toMatchObject({ build: '0.1.0+4f2a91c07b3e', msg: 'starts' });
});

test('the sentence that is no warning is the SDK’s own', () => {
  const sdk = createRequire(import.meta.url).resolve('@temporalio/worker/lib/worker.js');
  expect(readFileSync(sdk, 'utf8')).toContain(NO_WORKFLOWS);
});
