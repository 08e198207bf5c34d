/** Reads an archive of calls line by line, as docs/privacy.md describes it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { FileChain } from '../decisions/file-chain.ts';
import { InputError } from '../records/lines.ts';

export interface ReadArchive {
  path: string;
  /** Of the whole file. */
  sha256: string;
  /** The SHA-256 of the archive before; null: it is the first one. */
  previous: string | null;
  calls: number;
  /** What a seal covers of each placement, by its id. */
  digests: Map<number, string>;
  faults: string[];
}

interface ArchiveLine {
  n?: unknown;
  type?: string;
  format?: number;
  previous?: string | null;
  calls?: number;
  placements?: { sealed: { id: number } }[];
}

/** @throws InputError if it is no archive */
export async function readArchive(path: string): Promise<ReadArchive> {
  const found: ReadArchive = {
    path,
    sha256: await sha256Of(path),
    previous: null,
    calls: 0,
    digests: new Map(),
    faults: [],
  };
  const chain = new FileChain();
  let at = 0;
  let isOver = false;
  try {
    for await (const written of textLines(path)) {
      at += 1;
      const line = parsed(written);
      if (at === 1) takeHead(found, line);
      const fault = chain.fault(written, line?.n);
      if (fault !== undefined) found.faults.push(`line ${at}: ${fault}`);
      if (line?.type === 'call') takeCall(found, line);
      if (line?.type === 'end') isOver = takeEnd(found, line);
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    found.faults.push(`behind line ${at} it cannot be read: ${String(error)}`);
  }
  if (at === 0) throw new InputError(`${path} is empty, or not compressed with gzip`);
  if (!isOver) found.faults.push('its end was removed');
  return found;
}

async function* textLines(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path).pipe(createGunzip()).setEncoding('utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    throw new InputError(`cannot read ${path}: ${String(error)}`);
  }
  return hash.digest('hex');
}

function takeHead(found: ReadArchive, line: ArchiveLine | undefined): void {
  if (line?.type !== 'archive')
    throw new InputError(`${found.path} is no archive of calls: its first line is not their head`);
  if (line.format !== 1)
    throw new InputError(`${found.path} has format ${line.format}; this checker reads format 1`);
  found.previous = line.previous ?? null;
}

function takeCall(found: ReadArchive, { placements = [] }: ArchiveLine): void {
  found.calls += 1;
  for (const { sealed } of placements) {
    const digest = createHash('sha256').update(JSON.stringify(sealed)).digest('hex');
    found.digests.set(sealed.id, digest);
  }
}

function takeEnd(found: ReadArchive, { calls }: ArchiveLine): true {
  if (calls !== found.calls)
    found.faults.push(`it has ${found.calls} calls, and its end counts ${calls}`);
  return true;
}

function parsed(text: string): ArchiveLine | undefined {
  try {
    return JSON.parse(text) as ArchiveLine;
  } catch {
    return undefined;
  }
}
