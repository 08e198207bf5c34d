/** What something waits for, and until when. The text comes from the API. */
import type { Schemas } from '../../api/api.ts';
import { sentence } from '../../format/words.ts';
import { Relative, Time } from '../time.tsx';

interface Wait {
  text: string;
  until: string | null;
}

export const WaitText = ({ wait }: { wait: Wait }) => (
  <>
    Waits: {wait.text}
    <Until wait={wait} />
  </>
);

const Until = ({ wait: { until } }: { wait: Wait }) =>
  until && (
    <>
      {', until '}
      <Time at={until} /> (<Relative at={until} />)
    </>
  );

/** Why a campaign dials nothing at the moment, and until when. */
export function Waiting({ campaign }: { campaign: Schemas['CampaignProgress'] }) {
  const { waiting_for: wait, state_reason: reason, starts_at: startsAt, state } = campaign;
  if (state === 'scheduled' && startsAt) {
    return (
      <p class="busy">
        Starts <Relative at={startsAt} />, at <Time at={startsAt} />
      </p>
    );
  }
  if (wait?.reason === 'agents-busy') {
    return (
      <p class="good">
        {sentence(wait.text)}
        <Until wait={wait} />
      </p>
    );
  }
  if (wait) {
    return (
      <p class="warn">
        <WaitText wait={wait} />
      </p>
    );
  }
  return state === 'paused' && reason ? <p class="warn">{reason}</p> : null;
}
