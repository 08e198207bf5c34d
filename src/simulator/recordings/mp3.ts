/**
 * Small real recordings: frames of MPEG-1 layer III, 32 kbit/s stereo at 44.1 kHz. Agent and customer take turns, each as a
 * tone on a channel of its own. A tone is written as one frequency line of the decoder, so no encoder is needed.
 */
import { createHash } from 'node:crypto';

const FRAME_BYTES = 104;
const HEADER = Buffer.from([0xff, 0xfb, 0x10, 0x04]);
const SIDE_INFO_BYTES = 32;
/** Two granules of two channels, each with at most nine bits. */
const DATA_BYTES = 5;
const LEAST_FRAMES = 90;
const SPREAD_FRAMES = 90;
/** A turn takes 0.4 to 1.2 s. */
const LEAST_TURN_FRAMES = 15;
const SPREAD_TURN_FRAMES = 31;

/**
 * Frequency lines of a speaker's tone: (line + 1/2) * 44,100 Hz / 1,152. Odd ones move on by three quarters of a period in
 * each granule, so their signs are + + - - and so on.
 */
const AGENT_LINE = 11;
const CUSTOMER_LINE = 7;
type Speaker = 'agent' | 'customer';

/** The bytes depend on the call alone, and those of two calls differ. */
export function recordingOf(callId: string): Buffer {
  const mark = createHash('sha256').update(callId).digest();
  const count = LEAST_FRAMES + (mark[0]! % SPREAD_FRAMES);
  const speakers = turns(mark, count);
  return Buffer.concat(speakers.map((speaker, index) => frame(mark, speaker, SIGNS[index % 2]!)));
}

const SIGNS = ['+', '-'] as const;
type Sign = (typeof SIGNS)[number];

/** Who speaks in each frame. The agent begins. */
function turns(mark: Buffer, count: number): Speaker[] {
  const speakers: Speaker[] = [];
  for (let turn = 0; speakers.length < count; turn++) {
    const frames = LEAST_TURN_FRAMES + (mark[turn % mark.length]! % SPREAD_TURN_FRAMES);
    const speaker: Speaker = turn % 2 === 0 ? 'agent' : 'customer';
    speakers.push(...Array.from({ length: frames }, () => speaker));
  }
  return speakers.slice(0, count);
}

// The bytes after the data have no meaning: the mark is there. Their top bits are cleared, because eleven set bits in a row
// would look like the start of a frame.
function frame(mark: Buffer, speaker: Speaker, sign: Sign): Buffer {
  const bytes = Buffer.alloc(FRAME_BYTES);
  HEADER.copy(bytes);
  const granule =
    speaker === 'agent' ? [tone(AGENT_LINE, sign), SILENCE] : [SILENCE, tone(CUSTOMER_LINE, sign)];
  const both = [...granule, ...granule];
  fromBits(bits(0, 9 + 3 + 8) + both.map(sideInfo).join('')).copy(bytes, HEADER.length);
  fromBits(both.map(({ data }) => data).join('')).copy(bytes, HEADER.length + SIDE_INFO_BYTES);
  const markedFrom = HEADER.length + SIDE_INFO_BYTES + DATA_BYTES;
  for (const [index, byte] of mark.entries()) bytes[markedFrom + index] = byte & 0x7f;
  return bytes;
}

/** What one channel sounds like in one granule. */
interface Sound {
  pairs: number;
  data: string;
}

const SILENCE: Sound = { pairs: 0, data: '' };

/** By Huffman table 1: pairs of zeros, then (0, 1) with its sign. */
const tone = (line: number, sign: Sign): Sound => ({
  pairs: (line + 1) / 2,
  data: `${'1'.repeat((line - 1) / 2)}001${sign === '+' ? 0 : 1}`,
});

/** A third of the largest value. */
const GLOBAL_GAIN = 203;

/** ISO 11172-3, 2.4.1.7. Before it: nothing is taken from earlier frames, and no scale factors are shared. */
const sideInfo = ({ pairs, data }: Sound): string =>
  bits(data.length, 12) + // part2_3_length
  bits(pairs, 9) + // big_values
  bits(GLOBAL_GAIN, 8) +
  bits(0, 4) + // scalefac_compress: no scale factors
  bits(0, 1) + // window_switching_flag
  bits(1, 5) + // table_select of the first region, which has all lines
  bits(0, 10) + // … of the others
  bits(7, 4) + // region0_count
  bits(0, 3) + // region1_count
  bits(0, 3); // preflag, scalefac_scale, count1table_select

const bits = (value: number, count: number): string => value.toString(2).padStart(count, '0');

function fromBits(text: string): Buffer {
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8, '0');
  return Buffer.from((padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
