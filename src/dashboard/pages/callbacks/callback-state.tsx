import type { Schemas } from '../../api/api.ts';
import { Badge } from '../../components/resources/badge.tsx';
import { sentence, wordOf, type Tone } from '../../format/words.ts';

type Callback = Schemas['Callback'];

export const CALLBACK_STATES: Record<Callback['state'], { text: string; tone: Tone }> = {
  scheduled: { text: 'Scheduled', tone: 'quiet' },
  due: { text: 'Due', tone: 'warn' },
  calling: { text: 'Calling', tone: 'busy' },
  done: { text: 'Done', tone: 'good' },
  missed: { text: 'Missed', tone: 'bad' },
  unknown: { text: 'Unknown', tone: 'bad' },
  paused: { text: 'Paused', tone: 'warn' },
  cancelled: { text: 'Cancelled', tone: 'quiet' },
};

/** The state with its reason, and what became of the last call. */
export function CallbackState({ callback: { state, last } }: { callback: Callback }) {
  const reason = state === 'due' || state === 'missed' ? last?.reason : undefined;
  return (
    <>
      <Badge {...wordOf(CALLBACK_STATES, state)} />
      {reason && <span class="under">{sentence(reason)}</span>}
      {last?.ref && (
        <span class="under">
          <a href={`/calls/${last.ref}`}>its last call</a>
        </span>
      )}
    </>
  );
}
