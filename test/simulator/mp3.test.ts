import { MPEGDecoder } from 'mpg123-decoder';
import { expect, onTestFinished, test } from 'vitest';
import { recordingOf } from '../../src/simulator/recordings/mp3.ts';

/** The decoder begins with less than this many samples that are not yet the tone. */
const BEGIN = 2_000;
/** A tenth of a second: shorter than a turn. */
const SPAN = 4_410;

async function decoded(mp3: Buffer) {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  onTestFinished(() => decoder.free());
  const { channelData, sampleRate, errors } = decoder.decode(mp3);
  expect(errors).toEqual([]);
  return { channels: channelData.map((samples) => samples.subarray(BEGIN)), sampleRate };
}

const loudest = (samples: Float32Array): number =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

const spansOf = (samples: Float32Array): Float32Array[] =>
  Array.from({ length: Math.floor(samples.length / SPAN) }, (_, index) =>
    samples.subarray(index * SPAN, (index + 1) * SPAN),
  );

const SPOKEN = 0.2;

/** The tone of a channel while it is heard all the time. */
function frequencyOf(samples: Float32Array, sampleRate: number): number {
  const spans = spansOf(samples);
  const heard = spans.filter((_, index) =>
    [index - 1, index, index + 1].every((at) => spans[at] && loudest(spans[at]) > SPOKEN),
  );
  const crossings = heard.flatMap((span) =>
    Array.from(span.filter((sample, at) => at > 0 && sample >= 0 !== span[at - 1]! >= 0)),
  );
  return crossings.length / 2 / ((heard.length * SPAN) / sampleRate);
}

test.each(['c1.1.1', 'another call', ''])(
  'in the recording of call %j, agent and customer take turns, each on a channel with a tone of its own',
  async (call) => {
    const mp3 = recordingOf(call);
    const { channels, sampleRate } = await decoded(mp3);
    const [agent, customer] = channels as [Float32Array, Float32Array];
    expect([channels.length, sampleRate]).toEqual([2, 44_100]);
    expect(agent.length).toBeGreaterThan((mp3.length / 104) * 1_152 - 2 * BEGIN);
    for (const samples of channels) {
      expect(loudest(samples)).toBeGreaterThan(SPOKEN);
      expect(loudest(samples)).toBeLessThan(0.5);
    }
    expect(Math.abs(frequencyOf(agent, sampleRate) - 440)).toBeLessThan(15);
    expect(Math.abs(frequencyOf(customer, sampleRate) - 287)).toBeLessThan(15);
    const both = spansOf(agent).filter(
      (span, index) => loudest(span) > SPOKEN && loudest(spansOf(customer)[index]!) > SPOKEN,
    );
    // Only where one takes over from the other.
    expect(both.length).toBeLessThan(spansOf(agent).length / 4);
  },
);

test('the recordings of two calls differ, and that of one is always the same', () => {
  expect(recordingOf('a').equals(recordingOf('b'))).toBe(false);
  expect(recordingOf('a').equals(recordingOf('a'))).toBe(true);
});
