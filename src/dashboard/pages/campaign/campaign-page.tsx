/** One campaign: what it does, how far it is, what it costs, and everybody on its list. */
import type { Schemas } from '../../api/api.ts';
import { useCampaign } from '../../api/campaign.ts';
import { may } from '../../api/session.ts';
import { CampaignStateBadge } from '../../components/resources/badge.tsx';
import { Waiting } from '../../components/resources/waiting.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { Shares } from '../../components/figures.tsx';
import { Page } from '../../components/page.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { contactParts } from '../../format/contact-parts.ts';
import { count, counted, percent, shareOf } from '../../format/numbers.ts';
import type { PageParameters } from '../../path-pattern.ts';
import { AgentsScript } from './agents-script.tsx';
import { CampaignMoves } from './campaign-moves.tsx';
import { Contacts } from './contacts/contacts.tsx';
import { ForecastSection } from './forecast/forecast.tsx';
import { DraftStep } from './draft-step.tsx';
import { FunnelSection } from './funnel-section.tsx';
import { Imports } from '../../components/resources/campaign-imports.tsx';
import { MoneySection } from './money.tsx';
import { WhyDialog } from './why.tsx';

type Campaign = Schemas['CampaignProgress'];

export function CampaignPage({ at: { id = '' } }: { at: PageParameters }) {
  const campaign = useCampaign(id, ['call.*', 'campaign.*', 'contact.*', 'import.*']);
  const read = campaign.data;
  return (
    <Page
      title={read?.name ?? 'Campaign'}
      up={{ href: '/campaigns', name: 'Campaigns' }}
      beside={read && <CampaignStateBadge state={read.state} />}
      intro={read && <Intro campaign={read} />}
      actions={read && <CampaignMoves campaign={read} />}
      reread={campaign.reload}
    >
      <Loaded query={campaign} what="the campaign">
        {(found) => (
          <>
            {found.state === 'draft' && found.kind === 'list' ? (
              <DraftStep campaign={found} />
            ) : (
              <>
                <Progress campaign={found} />
                <FunnelSection campaign={found} />
                <MoneySection campaign={found} />
              </>
            )}
            {found.kind === 'list' && <ForecastSection campaign={found} />}
            {found.kind === 'list' && <Imports id={id} />}
            <Contacts campaign={found} />
            <WhyDialog id={id} zone={found.zone} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Intro({ campaign }: { campaign: Campaign }) {
  const { id, name, created_at: createdAt, zone, policy_version: version } = campaign;
  return (
    <span class="links">
      <span>
        Created <Time at={createdAt} zone={zone} />
      </span>
      <a href={`/campaigns/${id}/policy`}>Rules (version {count(version)})</a>
      <a href={`/calls?campaign=${id}`}>Calls</a>
      {may('operate') && <a href={`/campaigns/${id}/import`}>Add contacts</a>}
      <AgentsScript id={id} name={name} />
    </span>
  );
}

/** What it does, what it waits for, and what changes by itself. */
function Progress({ campaign }: { campaign: Campaign }) {
  const { contacts, state_changed_at: changedAt, deadline_at: deadline, zone } = campaign;
  const final = contacts.by_state['final'] ?? 0;
  return (
    <div class="card">
      <Shares label="Contacts" total={contacts.total} parts={contactParts(contacts)} />
      <p>
        {count(final)} of {counted(contacts.total, 'contact')} final (
        {percent(shareOf(final, contacts.total))}){inCalls(contacts.by_state)}. In this state since{' '}
        <Time at={changedAt} zone={zone} />.
      </p>
      <Waiting campaign={campaign} />
      {deadline && (
        <p>
          Nobody is dialled after <Time at={deadline} zone={zone} /> (<Relative at={deadline} />
          ).
        </p>
      )}
      <Job campaign={campaign} />
      {campaign.polled_reason && <p class="warn">Calls are polled: {campaign.polled_reason}</p>}
      {(contacts.by_state['locked'] ?? 0) > 0 && (
        <p class="bad">
          {count(contacts.by_state['locked']!)} locked: a person decides how their calls ended.{' '}
          <a href={`/calls?campaign=${campaign.id}&disposition=unknown`}>Show the calls</a>
        </p>
      )}
    </div>
  );
}

const inCalls = (byState: Readonly<Record<string, number>>) => {
  const { claimed = 0 } = byState;
  return claimed > 0 ? `, ${count(claimed)} in a call` : '';
};

const JOBS: Record<Schemas['ContactJob']['kind'], string> = {
  close: 'The campaign is over. Contacts become final',
  copy: 'Contacts are copied from the campaign that was cloned',
  recheck: 'The rules were changed. Postponed contacts become due again',
};

function Job({ campaign: { contact_job: job } }: { campaign: Campaign }) {
  if (!job) return null;
  return (
    <p class="busy">
      {JOBS[job.kind]}: {count(job.done)} of {count(job.total)}.
    </p>
  );
}
