/** Everything that a person may do with a campaign as it is now. Each says before what will happen. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { Action } from '../../components/forms/action.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form } from '../../components/forms/form.tsx';
import { Time } from '../../components/time.tsx';
import { instantOfLocal, localOfInstant } from '../../format/local-time.ts';
import { count } from '../../format/numbers.ts';
import { CloneForm } from '../campaigns/clone-form.tsx';
import { StartCheck } from './start-check.tsx';

type Campaign = Schemas['CampaignProgress'];
type Move = Campaign['allowed_moves'][number];
interface MoveProps {
  campaign: Campaign;
  done: () => Promise<void>;
}

export function CampaignMoves({ campaign, done }: MoveProps) {
  return (
    <>
      {campaign.allowed_moves.map((move) => (
        <MoveButton key={move} move={move} campaign={campaign} done={done} />
      ))}
      {campaign.kind === 'list' && (
        <DialogButton label="Clone" title={`Clone ${campaign.name}`}>
          {(close) => <CloneForm campaign={campaign} close={close} />}
        </DialogButton>
      )}
    </>
  );
}

function MoveButton({ move, campaign, done }: MoveProps & { move: Move }) {
  switch (move) {
    case 'start':
      return <Start campaign={campaign} done={done} />;
    case 'unschedule':
      return (
        <Simple
          label="Cancel the scheduled start"
          path="/v1/campaigns/{campaignId}/unschedule"
          campaign={campaign}
          done={done}
          happened="The scheduled start is cancelled."
        >
          <p>The campaign is a draft again and does not start by itself. Its contacts stay.</p>
        </Simple>
      );
    case 'pause':
      return (
        <Simple
          label="Pause"
          path="/v1/campaigns/{campaignId}/pause"
          campaign={campaign}
          done={done}
          happened="The campaign is paused."
        >
          <p>
            No new call leaves. {liveText(campaign)} Due contacts stay due until somebody resumes
            the campaign.
          </p>
        </Simple>
      );
    case 'resume':
      return (
        <Simple
          label="Resume"
          path="/v1/campaigns/{campaignId}/resume"
          campaign={campaign}
          done={done}
          happened="The campaign dials again."
        >
          <p>Contacts that are due are dialled again at once, within their windows and limits.</p>
          {campaign.kind === 'list' && <StartCheck id={campaign.id} />}
        </Simple>
      );
    case 'drain':
      return (
        <Simple
          label="Drain"
          path="/v1/campaigns/{campaignId}/drain"
          campaign={campaign}
          done={done}
          happened="The campaign drains."
        >
          <p>
            The {count(campaign.contacts.by_state['due'] ?? 0)} due contacts are dialled, redials
            included, and no more contacts can be added. The campaign is completed when its last
            call has ended.
          </p>
        </Simple>
      );
    case 'cancel':
      return (
        <Simple
          label="Cancel"
          path="/v1/campaigns/{campaignId}/cancel"
          campaign={campaign}
          done={done}
          happened="The campaign is cancelled."
          danger
        >
          <p>
            The campaign ends for good. {count(campaign.contacts.by_state['due'] ?? 0)} due contacts
            are not dialled. {liveText(campaign)} A clone can dial later those who were not reached.
          </p>
        </Simple>
      );
    default:
      // A server that is newer than this page may allow other moves.
      return null;
  }
}

const liveText = ({ contacts: { by_state: byState } }: Campaign) => {
  const { claimed = 0 } = byState;
  return claimed === 0
    ? 'No call is live.'
    : `${count(claimed)} live ${claimed === 1 ? 'call goes' : 'calls go'} on to the normal end.`;
};

type MovePath =
  `/v1/campaigns/{campaignId}/${'unschedule' | 'pause' | 'resume' | 'drain' | 'cancel'}`;

function Simple({
  label,
  path,
  campaign,
  done,
  happened,
  danger = false,
  children,
}: MoveProps & {
  label: string;
  path: MovePath;
  happened: string;
  danger?: boolean;
  children: ComponentChildren;
}) {
  const run = async () => {
    await api.post(path, { path: { campaignId: campaign.id } });
    await done();
    return happened;
  };
  return <Action label={label} danger={danger} before={children} run={run} />;
}

function Start({ campaign, done }: MoveProps) {
  return (
    <>
      <Action
        label="Start now"
        before={
          <>
            <p>
              Contacts that are due are dialled at once, within their windows and limits. Each call
              rings an agent’s phone first.
            </p>
            <StartCheck id={campaign.id} />
          </>
        }
        run={async () => {
          await api.post('/v1/campaigns/{campaignId}/start', { path: { campaignId: campaign.id } });
          await done();
          return 'The campaign dials.';
        }}
      />
      <DialogButton
        label={campaign.state === 'scheduled' ? 'Change the start' : 'Schedule'}
        title={`Schedule ${campaign.name}`}
      >
        {(close) => <ScheduleForm campaign={campaign} done={done} close={close} />}
      </DialogButton>
    </>
  );
}

function ScheduleForm({ campaign, done, close }: MoveProps & { close: () => void }) {
  const [local, setLocal] = useState(localOfInstant(campaign.starts_at));
  const at = instantOfLocal(local);
  const run = async () => {
    await api.post('/v1/campaigns/{campaignId}/start', {
      path: { campaignId: campaign.id },
      body: { at: at ?? local },
    });
    await done();
    return 'The start is scheduled.';
  };
  return (
    <Form send="Schedule" run={run} done={close} cancel={close}>
      {(problem) => (
        <>
          <p>
            The campaign starts by itself at this time, also if nobody is signed in. Contacts can be
            added until then, and the start can be changed or cancelled.
          </p>
          <TextField
            label="Start"
            type="datetime-local"
            required
            pointer="/at"
            problem={problem}
            value={local}
            onValue={setLocal}
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
        </>
      )}
    </Form>
  );
}
