import type { Schemas } from '../../api/api.ts';
import {
  CALL_STATES,
  CAMPAIGN_STATES,
  DISPOSITIONS,
  wordOf,
  type Tone,
} from '../../format/words.ts';

export function Badge({ tone, text }: { tone: Tone; text: string }) {
  return <span class={`badge ${tone}`}>{text}</span>;
}

export const CampaignStateBadge = ({ state }: { state: string }) => (
  <Badge {...wordOf(CAMPAIGN_STATES, state)} />
);

export const DispositionBadge = ({ disposition }: { disposition: string }) => (
  <Badge {...wordOf(DISPOSITIONS, disposition)} />
);

/** Of an ended call the disposition, else the state. */
export function CallBadge({ call }: { call: Pick<Schemas['Call'], 'state' | 'disposition'> }) {
  return call.disposition ? (
    <DispositionBadge disposition={call.disposition} />
  ) : (
    <Badge {...wordOf(CALL_STATES, call.state)} />
  );
}
