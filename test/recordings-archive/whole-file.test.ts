/** A disk that fails: nothing partial appears, nothing is left behind, and the error shows the reason. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import files, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { writeWhole } from '../../src/recordings-archive/whole-file.ts';

type Step = 'open' | 'writeFile' | 'sync' | 'close' | 'rename';

/** Which step of the disk fails, and how. A disk that is really full needs rights that tests have not. */
const fault = { step: undefined as Step | undefined, code: '' };

const failing = () => Promise.reject(Object.assign(new Error('disk'), { code: fault.code }));
const { open, rename } = files;

async function faultyOpen(...given: Parameters<typeof open>): Promise<FileHandle> {
  if (fault.step === 'open') return failing();
  const handle = await open(...given);
  if (fault.step === 'writeFile' || fault.step === 'sync') handle[fault.step] = failing;
  if (fault.step === 'close') {
    const close = handle.close.bind(handle);
    handle.close = async () => {
      await close();
      return failing();
    };
  }
  return handle;
}

const faultyRename: typeof rename = (...given) =>
  fault.step === 'rename' ? failing() : rename(...given);

/** Every importer of `node:fs/promises` in this process sees the change. */
function useFiles(functions: Pick<typeof files, 'open' | 'rename'>): void {
  Object.assign(files, functions);
  syncBuiltinESMExports();
}
beforeAll(() => useFiles({ open: faultyOpen, rename: faultyRename }));
afterAll(() => useFiles({ open, rename }));

const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0xc4]), Buffer.alloc(5_000, 7)]);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-disk-'));
  onTestFinished(() => {
    fault.step = undefined;
    rmSync(folder, { recursive: true, force: true });
  });
});

async function* body(): AsyncGenerator<Buffer> {
  yield Promise.resolve(MP3.subarray(0, 3_000));
  yield Promise.resolve(MP3.subarray(3_000));
}

const write = () => writeWhole(join(folder, 'c1.1.1.mp3'), body());

const FAULTS: [Step, string][] = [
  ['open', 'ENOSPC'],
  ['open', 'EROFS'],
  ['writeFile', 'ENOSPC'],
  ['writeFile', 'EIO'],
  ['writeFile', 'EDQUOT'],
  ['sync', 'EIO'],
  ['close', 'ENOSPC'],
  ['rename', 'EROFS'],
  ['rename', 'EIO'],
];

test.each(FAULTS)('%s fails with %s', async (step, code) => {
  Object.assign(fault, { step, code });
  await expect(write()).rejects.toMatchObject({
    name: 'ArchiveFault',
    message: `the recording could not be written: ${code}`,
  });
  expect(readdirSync(folder)).toEqual([]);
  fault.step = undefined;
  await write();
  expect(readFileSync(join(folder, 'c1.1.1.mp3')).equals(MP3)).toBe(true);
});

test.each(FAULTS)(
  '%s fails with %s: the recording that is there stays whole',
  async (step, code) => {
    const file = join(folder, 'c1.1.1.mp3');
    writeFileSync(file, 'before');
    Object.assign(fault, { step, code });
    await expect(write()).rejects.toMatchObject({ name: 'ArchiveFault' });
    expect(readdirSync(folder)).toEqual(['c1.1.1.mp3']);
    expect(readFileSync(file, 'utf8')).toBe('before');
  },
);
