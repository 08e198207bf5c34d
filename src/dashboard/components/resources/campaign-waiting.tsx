import type { Schemas } from '../../api/api.ts';
import { Relative, Time } from '../time.tsx';

/** Why nothing is dialled at the moment, and until when. */
export function Waiting({
  campaign: { waiting_for: wait, state_reason: reason, starts_at: startsAt, state },
}: {
  campaign: Schemas['CampaignProgress'];
}) {
  if (state === 'scheduled' && startsAt) {
    return (
      <p class="busy">
        Starts <Relative at={startsAt} />, at <Time at={startsAt} />
      </p>
    );
  }
  if (wait) {
    return (
      <p class="warn">
        Waits: {wait.text}
        {wait.until && (
          <>
            {' '}
            until <Time at={wait.until} />
          </>
        )}
      </p>
    );
  }
  return state === 'paused' && reason ? <p class="warn">{reason}</p> : null;
}
