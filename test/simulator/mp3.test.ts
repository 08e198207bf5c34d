import { MPEGDecoder } from 'mpg123-decoder';
import { expect, onTestFinished, test } from 'vitest';
import { recordingOf } from '../../src/simulator/recordings/mp3.ts';

/** The decoder begins with less than this many samples that are not yet the tone. */
const BEGIN = 2_000;

async function decoded(mp3: Buffer) {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  onTestFinished(() => decoder.free());
  const { channelData, sampleRate, errors } = decoder.decode(mp3);
  expect(errors).toEqual([]);
  return { samples: channelData[0]!.subarray(BEGIN), channels: channelData.length, sampleRate };
}

test.each(['c1.1.1', 'another call', ''])(
  'the recording of call %j is a tone of 440 Hz that a decoder of others plays',
  async (call) => {
    const mp3 = recordingOf(call);
    const { samples, sampleRate } = await decoded(mp3);
    expect(sampleRate).toBe(44_100);
    expect(samples.length).toBeGreaterThan((mp3.length / 104) * 1_152 - 2 * BEGIN);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(0.2);
    expect(loudest).toBeLessThan(0.5);
    const crossings = samples.filter(
      (sample, at) => at > 0 && sample >= 0 !== samples[at - 1]! >= 0,
    );
    expect(crossings.length / 2 / (samples.length / sampleRate)).toBeCloseTo(440, -1);
  },
);

test('the recordings of two calls differ, and that of one is always the same', () => {
  expect(recordingOf('a').equals(recordingOf('b'))).toBe(false);
  expect(recordingOf('a').equals(recordingOf('a'))).toBe(true);
});
