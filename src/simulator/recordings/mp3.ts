/** Small real recordings: frames of MPEG-1 layer III, 32 kbit/s mono at 44.1 kHz, all silence. */
import { createHash } from 'node:crypto';

const FRAME_BYTES = 104;
const HEADER = Buffer.from([0xff, 0xfb, 0x10, 0xc4]);
/** This side information is all zeros, which means silence. The bytes after it have no meaning. */
const SIDE_INFO_BYTES = 17;
const LEAST_FRAMES = 20;
const SPREAD_FRAMES = 100;

/** The bytes depend on the call alone, and those of two calls differ. */
export function recordingOf(callId: string): Buffer {
  const mark = createHash('sha256').update(callId).digest();
  const count = LEAST_FRAMES + (mark[0]! % SPREAD_FRAMES);
  return Buffer.concat(Array.from({ length: count }, () => frame(mark)));
}

// The top bits of each byte are cleared: eleven set bits in a row would look like the start of a frame.
function frame(mark: Buffer): Buffer {
  const bytes = Buffer.alloc(FRAME_BYTES);
  HEADER.copy(bytes);
  for (const [index, byte] of mark.entries())
    bytes[HEADER.length + SIDE_INFO_BYTES + index] = byte & 0x7f;
  return bytes;
}
