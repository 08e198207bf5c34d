/** A process that writes a recording without an end: `endless-write.ts PLACE NAME`, the place as JSON. */
import { openArchive } from '../../src/recordings-archive/open-archive.ts';
import type { RecordingPlace } from '../../src/recordings-archive/recording-place.ts';

/** Two parts of an upload, and a piece of the third. */
const CHUNKS = 11;
const CHUNK = Buffer.alloc(1_000_000, 'endless');

async function* endless(): AsyncGenerator<Buffer> {
  for (let n = 0; n < CHUNKS; n++) yield CHUNK;
  setInterval(() => undefined, 60_000);
  await new Promise(() => undefined);
}

const [place, name] = process.argv.slice(2);
const archive = await openArchive(JSON.parse(place!) as RecordingPlace);
await archive.write(name!, endless());
