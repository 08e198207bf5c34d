/** The recording of a call: a player with its wave, or why there is none yet. */
import { useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../api/api.ts';
import { may } from '../../api/session.ts';
import { Section } from '../../components/page.tsx';
import { RequestRecording } from '../../components/resources/request-recording.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { bytes } from '../../format/numbers.ts';
import { RecordingWave } from './recording-wave.tsx';

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
  const about = (
    <p class="quiet">
      {size !== null && bytes(size)}
      {call.recording_sha256 && (
        <>
          {' · SHA-256 '}
          <code class="whole-text">{call.recording_sha256}</code>
        </>
      )}
    </p>
  );
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

function Player({ call: { ref }, size }: { call: Call; size: number }) {
  const audio = useRef<HTMLAudioElement>(null);
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
        preload="none"
        src={url}
        aria-label={`Recording of call ${ref}`}
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
      <p>
        <a href={url} download={`${ref}.mp3`}>
          Download
        </a>
      </p>
    </div>
  );
}
