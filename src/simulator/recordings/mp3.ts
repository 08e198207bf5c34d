/**
 * Small real recordings: frames of MPEG-1 layer III, 32 kbit/s mono at 44.1 kHz, with a tone of 440 Hz. It is written as one
 * frequency line of the decoder, so no encoder is needed.
 */
import { createHash } from 'node:crypto';

const FRAME_BYTES = 104;
const HEADER = Buffer.from([0xff, 0xfb, 0x10, 0xc4]);
const SIDE_INFO_BYTES = 17;
/** Both granules of a frame: half a frame of sound each. */
const GRANULE_BITS = 9;
const DATA_BYTES = Math.ceil((2 * GRANULE_BITS) / 8);
const LEAST_FRAMES = 20;
const SPREAD_FRAMES = 100;

/** The bytes depend on the call alone, and those of two calls differ. */
export function recordingOf(callId: string): Buffer {
  const mark = createHash('sha256').update(callId).digest();
  const count = LEAST_FRAMES + (mark[0]! % SPREAD_FRAMES);
  // Line 11 moves on by three quarters of a period in each granule, so its sign is + + - - and so on.
  const frames = [frame(mark, '+'), frame(mark, '-')] as const;
  return Buffer.concat(Array.from({ length: count }, (_, index) => frames[(index % 2) as 0 | 1]));
}

// The bytes after the data have no meaning: the mark is there. Their top bits are cleared, because eleven set bits in a row
// would look like the start of a frame.
function frame(mark: Buffer, sign: '+' | '-'): Buffer {
  const bytes = Buffer.alloc(FRAME_BYTES);
  HEADER.copy(bytes);
  fromBits(sideInfo()).copy(bytes, HEADER.length);
  fromBits(granuleData(sign).repeat(2)).copy(bytes, HEADER.length + SIDE_INFO_BYTES);
  const markedFrom = HEADER.length + SIDE_INFO_BYTES + DATA_BYTES;
  for (const [index, byte] of mark.entries()) bytes[markedFrom + index] = byte & 0x7f;
  return bytes;
}

/** A third of the largest value. */
const GLOBAL_GAIN = 203;
/** Lines 0 to 11, of which the last is the tone: (11 + 1/2) * 44,100 Hz / 1,152. */
const PAIRS_OF_LINES = 6;

/** ISO 11172-3, 2.4.1.7: nothing is taken from earlier frames, and both granules have the same form. */
function sideInfo(): string {
  const granule =
    bits(GRANULE_BITS, 12) + // part2_3_length
    bits(PAIRS_OF_LINES, 9) + // big_values
    bits(GLOBAL_GAIN, 8) +
    bits(0, 4) + // scalefac_compress: no scale factors
    bits(0, 1) + // window_switching_flag
    bits(1, 5) + // table_select of the first region, which has all lines
    bits(0, 10) + // … of the others
    bits(7, 4) + // region0_count
    bits(0, 3) + // region1_count
    bits(0, 3); // preflag, scalefac_scale, count1table_select
  return bits(0, 9 + 5 + 4) + granule + granule;
}

/** By Huffman table 1: five pairs of zeros, then (0, 1) with its sign. */
const granuleData = (sign: '+' | '-'): string => `${'1'.repeat(5)}001${sign === '+' ? 0 : 1}`;

const bits = (value: number, count: number): string => value.toString(2).padStart(count, '0');

function fromBits(text: string): Buffer {
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8, '0');
  return Buffer.from((padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
