import { api, type Schemas } from '../../api/api.ts';
import { Action } from '../../components/forms/action.tsx';
import { EditCallback } from '../../components/callbacks/callback-fields.tsx';

type Callback = Schemas['Callback'];

const OVER: readonly Callback['state'][] = ['cancelled', 'done', 'missed'];

export function CallbackActions({ callback }: { callback: Callback }) {
  const { id, state, every, next_at: next } = callback;
  const path = { callbackId: id };
  const isOver = OVER.includes(state) && (every === null || next === null);
  if (isOver) return null;
  return (
    <div class="actions">
      <EditCallback callback={callback} />
      {state === 'paused' ? (
        <Action
          label="Resume"
          quiet
          run={() => api.post('/v1/callbacks/{callbackId}/resume', { path })}
          happened="The callback comes again."
        />
      ) : (
        <Action
          label="Pause"
          quiet
          run={() => api.post('/v1/callbacks/{callbackId}/pause', { path })}
          happened="The callback is paused until it is resumed."
        />
      )}
      <Action
        label="Cancel callback"
        quiet
        danger
        before="The callback does not come any more, and cannot be resumed. A live call of it goes on: hang it up on its own page."
        run={() => api.post('/v1/callbacks/{callbackId}/cancel', { path })}
        happened="The callback is cancelled."
      />
    </div>
  );
}
