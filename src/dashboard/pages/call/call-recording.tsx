/** The recording of a call: a player with its wave, or why there is none yet. */
import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../api/api.ts';
import { may } from '../../api/session.ts';
import { Section } from '../../components/page.tsx';
import { RequestRecording } from '../../components/resources/request-recording.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { bytes, count } from '../../format/numbers.ts';
import { RecordingWave } from './recording-wave.tsx';
import { mayStartLate, talkStartOf } from './talk-start.ts';

type Call = Schemas['CallDetail'];

/** The wave of a larger recording is drawn when it is played, because it reads the whole file. */
const SMALL_BYTES = 500_000;
/** About an hour and a half of a usual recording. A larger one would take too much memory. */
const MOST_WAVE_BYTES = 25_000_000;

export function CallRecording({ call }: { call: Call }) {
  return (
    <Section title="Recording">
      {call.recording === 'stored' ? (
        <Stored call={call} />
      ) : (
        <>
          <p>
            {TEXTS[call.recording]}
            {call.recording_reason && ` ${call.recording_reason}.`}
          </p>
          {call.recording === 'wanted' && call.recording_due_at && (
            <p>
              It is looked up <Relative at={call.recording_due_at} />, at{' '}
              <Time at={call.recording_due_at} /> or when the desk’s quota allows it.{' '}
              <a href="/recordings">The queue</a>
            </p>
          )}
          <div class="actions">
            <RequestRecording call={call} />
          </div>
        </>
      )}
    </Section>
  );
}

const SPEEDS = [1, 1.25, 1.5, 2] as const;

interface JumpProps {
  audio: RefObject<HTMLAudioElement | null>;
  /** In seconds. */
  at: number | undefined;
}

const JumpToTalk = ({ audio, at }: JumpProps) =>
  at !== undefined && (
    <button
      type="button"
      onClick={() => {
        if (audio.current) audio.current.currentTime = at;
      }}
    >
      Jump to the talk
    </button>
  );

/** Voices keep their pitch. */
const Speed = ({ audio }: { audio: RefObject<HTMLAudioElement | null> }) => (
  <label class="inline">
    Speed{' '}
    <select
      onChange={(event) => {
        if (audio.current) audio.current.playbackRate = Number(event.currentTarget.value);
      }}
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={speed}>
          {count(speed)}×
        </option>
      ))}
    </select>
  </label>
);

const TEXTS: Record<Exclude<Call['recording'], 'stored'>, string> = {
  none: 'There is no recording: agent and customer were not connected.',
  expected:
    'The carrier has not reported the recording yet. If it does not, the recording desk looks it up.',
  delivered: 'The carrier has reported it, and it is being fetched.',
  wanted: 'It waits in the queue of the recording desk.',
  missing: 'It was looked up and not found.',
};

function Stored({ call }: { call: Call }) {
  const size = call.recording_bytes;
  const about = size !== null && <p class="quiet">{bytes(size)}</p>;
  if (!may('operate')) {
    return (
      <>
        <p>The recording is stored. Listening needs a key with the role operate.</p>
        {about}
      </>
    );
  }
  return (
    <>
      <Player call={call} size={size ?? 0} />
      {about}
    </>
  );
}

function Player({ call, size }: { call: Call; size: number }) {
  const { ref } = call;
  const audio = useRef<HTMLAudioElement>(null);
  const [length, setLength] = useState<number>();
  const [asked, setAsked] = useState(size <= SMALL_BYTES);
  const [failed, setFailed] = useState(false);
  const url = `/v1/calls/${ref}/recording`;
  return (
    <div class="recording">
      {asked && size <= MOST_WAVE_BYTES && <RecordingWave url={url} audio={audio} />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down what was said */}
      <audio
        ref={audio}
        controls
        preload={mayStartLate(call) ? 'metadata' : 'none'}
        src={url}
        aria-label={`Recording of call ${ref}`}
        onDurationChange={({ currentTarget: { duration } }) =>
          setLength(Number.isFinite(duration) ? duration : undefined)
        }
        onPlay={() => setAsked(true)}
        onError={() => setFailed(true)}
      />
      {failed && (
        <p class="note bad" role="alert">
          <span>
            The recording cannot be played. <a href={url}>Open it alone</a>: the answer says why.
          </span>
        </p>
      )}
      <div class="links">
        <JumpToTalk audio={audio} at={talkStartOf(call, length)} />
        <Speed audio={audio} />
        <a href={url} download={`${ref}.mp3`}>
          Download
        </a>
      </div>
    </div>
  );
}
