/** Everything that a person may do with a campaign as it is now. Each says before what will happen. */
import type { ComponentChildren } from 'preact';
import { api, type Schemas } from '../../api/api.ts';
import { Action } from '../../components/forms/action.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { Time } from '../../components/time.tsx';
import { instantOfLocal, localOfInstant } from '../../format/time/local-time.ts';
import { count } from '../../format/numbers.ts';
import { CloneForm } from '../campaigns/clone-form.tsx';
import { StartCheck } from './start-check.tsx';

type Campaign = Schemas['CampaignProgress'];
type Move = Campaign['allowed_moves'][number];
interface MoveProps {
  campaign: Campaign;
}

export const CampaignMoves = ({ campaign }: MoveProps) => (
  <>
    {campaign.allowed_moves.map((move) =>
      move === 'start' ? (
        // Of a draft it is the next step, large.
        campaign.state !== 'draft' && <Start key={move} campaign={campaign} />
      ) : (
        <OtherMove key={move} move={move} campaign={campaign} />
      ),
    )}
    {campaign.kind === 'list' && (
      <DialogButton label="Clone" title={`Clone ${campaign.name}`}>
        <CloneForm campaign={campaign} />
      </DialogButton>
    )}
  </>
);

interface MoveText {
  label: string;
  before: (campaign: Campaign) => ComponentChildren;
  happened: string;
}

const MOVES: Record<Exclude<Move, 'start'>, MoveText> = {
  unschedule: {
    label: 'Cancel the scheduled start',
    before: () => (
      <p>The campaign is a draft again and does not start by itself. Its contacts stay.</p>
    ),
    happened: 'The scheduled start is cancelled.',
  },
  pause: {
    label: 'Pause',
    before: (campaign) => (
      <p>
        No new call leaves. {liveText(campaign)} Due contacts stay due until somebody resumes the
        campaign.
      </p>
    ),
    happened: 'The campaign is paused.',
  },
  resume: {
    label: 'Resume',
    before: ({ id, kind }) => (
      <>
        <p>Contacts that are due are dialled again at once, within their windows and limits.</p>
        {kind === 'list' && <StartCheck id={id} />}
      </>
    ),
    happened: 'The campaign dials again.',
  },
  drain: {
    label: 'Drain',
    before: (campaign) => (
      <p>
        The {dueCount(campaign)} due contacts are dialled, redials included, and no more contacts
        can be added. The campaign is completed when its last call has ended.
      </p>
    ),
    happened: 'The campaign drains.',
  },
  cancel: {
    label: 'Cancel',
    before: (campaign) => (
      <p>
        The campaign ends for good. {dueCount(campaign)} due contacts are not dialled.{' '}
        {liveText(campaign)} A clone can dial later those who were not reached.
      </p>
    ),
    happened: 'The campaign is cancelled.',
  },
};

function OtherMove({ move, campaign }: MoveProps & { move: keyof typeof MOVES }) {
  const text: MoveText | undefined = MOVES[move];
  // A server that is newer than this page may allow other moves.
  if (!text) return null;
  const run = async () => {
    await api.post(`/v1/campaigns/{campaignId}/${move}`, { path: { campaignId: campaign.id } });
    return text.happened;
  };
  const before = text.before(campaign);
  return <Action label={text.label} danger={move === 'cancel'} before={before} run={run} />;
}

const dueCount = ({ contacts }: Campaign) => count(contacts.by_state['due'] ?? 0);

const liveText = ({ contacts: { by_state: byState } }: Campaign) => {
  const { claimed = 0 } = byState;
  return claimed === 0
    ? 'No call is live.'
    : `${count(claimed)} live ${claimed === 1 ? 'call goes' : 'calls go'} on to the normal end.`;
};

export function Start({ campaign, large }: MoveProps & { large?: boolean }) {
  return (
    <>
      <Action
        label="Start now"
        primary={large}
        before={
          <>
            <p>
              Contacts that are due are dialled at once, within their windows and limits. Each call
              rings an agent’s phone first.
            </p>
            <StartCheck id={campaign.id} />
          </>
        }
        run={() =>
          api.post('/v1/campaigns/{campaignId}/start', { path: { campaignId: campaign.id } })
        }
        happened="The campaign dials."
      />
      <DialogButton
        label={campaign.state === 'scheduled' ? 'Change the start' : 'Schedule'}
        title={`Schedule ${campaign.name}`}
      >
        <ScheduleForm campaign={campaign} />
      </DialogButton>
    </>
  );
}

function ScheduleForm({ campaign }: MoveProps) {
  const { draft, field } = useDraft({ at: localOfInstant(campaign.starts_at) });
  const at = instantOfLocal(draft.at);
  const run = async () => {
    await api.post('/v1/campaigns/{campaignId}/start', {
      path: { campaignId: campaign.id },
      body: { at: at ?? draft.at },
    });
    return 'The start is scheduled.';
  };
  return (
    <Form send="Schedule" run={run}>
      <p>
        The campaign starts by itself at this time, also if nobody is signed in. Contacts can be
        added until then, and the start can be changed or cancelled.
      </p>
      <TextField
        {...field('at')}
        label="Start"
        type="datetime-local"
        required
        hint={
          at ? (
            <>
              In your zone: <Time at={at} zone={campaign.zone} />
            </>
          ) : (
            'In your zone.'
          )
        }
      />
    </Form>
  );
}
