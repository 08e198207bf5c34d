import type { Schemas } from '../../api/api.ts';
import { Badge } from '../../components/resources/badge.tsx';
import { CALLBACK_STATES, sentence, wordOf } from '../../format/words.ts';

type Callback = Schemas['Callback'];

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
