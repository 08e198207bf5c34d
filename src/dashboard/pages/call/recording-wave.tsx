/**
 * The wave of a recording with the position of the player: one line for each channel. The browser decodes the bytes that
 * it plays.
 */
import { useEffect, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import { installation } from '../../api/session.ts';
import { peaksOf, wavePath } from './wave.ts';

const COLUMNS = 600;
/** Speech needs no more, and an hour takes 115 MB of memory while it is decoded. */
const SAMPLES_PER_SECOND = 8_000;

type Wave = { is: 'reading' } | { is: 'drawn'; channels: number[][] } | { is: 'none'; why: string };

async function readWave(url: string, signal: AbortSignal): Promise<number[][]> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const decoder = new OfflineAudioContext(1, 1, SAMPLES_PER_SECOND);
  const audio = await decoder.decodeAudioData(await answer.arrayBuffer());
  const most = Math.min(audio.numberOfChannels, NAMES.length);
  return Array.from({ length: most }, (_, channel) =>
    peaksOf(audio.getChannelData(channel), COLUMNS),
  );
}

export function RecordingWave({
  url,
  audio,
}: {
  url: string;
  audio: RefObject<HTMLAudioElement | null>;
}) {
  const [wave, setWave] = useState<Wave>({ is: 'reading' });
  const share = usePosition(audio);
  useEffect(() => {
    const stopped = new AbortController();
    const show = (read: Wave) => void (stopped.signal.aborted || setWave(read));
    readWave(url, stopped.signal).then(
      (channels) => show({ is: 'drawn', channels }),
      (error: Error) => show({ is: 'none', why: error.message }),
    );
    return () => stopped.abort();
  }, [url]);
  if (wave.is === 'reading') return <p class="quiet">Reading the wave …</p>;
  if (wave.is === 'none') return <p class="quiet">The wave cannot be drawn: {wave.why}</p>;
  const { channels } = wave;
  const seek = (event: MouseEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    const player = audio.current;
    if (player && Number.isFinite(player.duration))
      player.currentTime = ((event.clientX - left) / width) * player.duration;
  };
  // The player below has the same position as a slider, for keyboards and screen readers.
  return (
    <div class="waves">
      {channels.map((peaks, channel) => (
        <div key={channel} class="channel">
          {channels.length > 1 && <span class="quiet">{channelName(channel)}</span>}
          <svg
            class="wave"
            viewBox={`0 0 ${peaks.length} 2`}
            preserveAspectRatio="none"
            aria-hidden="true"
            onClick={seek}
          >
            <path d={wavePath(peaks)} />
            <rect class="wave-played" x="0" y="0" width={share * peaks.length} height="2" />
          </svg>
        </div>
      ))}
    </div>
  );
}

const NAMES = ['Left', 'Right'] as const;
const OF_SIMULATOR = ['Agent', 'Customer'] as const;

/** The carrier's document does not say who is on which channel; of the simulated carrier it is known. */
const channelName = (channel: number) =>
  (installation.value?.simulated_carrier ? OF_SIMULATOR : NAMES)[channel];

/** From 0 to 1. */
function usePosition(audio: RefObject<HTMLAudioElement | null>): number {
  const [share, setShare] = useState(0);
  useEffect(() => {
    const player = audio.current;
    if (!player) return undefined;
    const moved = () => setShare(player.duration > 0 ? player.currentTime / player.duration : 0);
    player.addEventListener('timeupdate', moved);
    return () => player.removeEventListener('timeupdate', moved);
  }, []);
  return share;
}
