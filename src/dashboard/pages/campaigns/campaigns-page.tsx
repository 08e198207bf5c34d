/** All campaigns with their totals, newest first. */
import type { Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { CampaignStateBadge } from '../../components/resources/badge.tsx';
import { SelectField } from '../../components/forms/field.tsx';
import { DialogButton } from '../../components/forms/form.tsx';
import { Page } from '../../components/page.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { Shares } from '../../components/figures.tsx';
import { contactParts } from '../../format/contact-parts.ts';
import { count, counted, money } from '../../format/numbers.ts';
import { CAMPAIGN_STATES } from '../../format/words.ts';
import { address, inAddress } from '../../router.ts';
import { CloneForm } from './clone-form.tsx';
import { choicesOf } from '../../format/choices.ts';

type Campaign = Schemas['ListedCampaign'];

const COLUMNS: readonly Column<Campaign>[] = [
  { name: 'Name', cell: ({ id, name }) => <a href={`/campaigns/${id}`}>{name}</a> },
  { name: 'State', cell: (campaign) => <State campaign={campaign} /> },
  {
    name: 'Contacts',
    cell: ({ contacts }) => (
      <>
        {count(contacts.by_state['final'] ?? 0)} of {counted(contacts.total, 'contact')} final
        <Shares label="Contacts" total={contacts.total} parts={contactParts(contacts)} />
      </>
    ),
  },
  { name: 'Calls placed', numeric: true, cell: ({ calls }) => count(calls.placed) },
  { name: 'Cost', numeric: true, cell: ({ total_cost: cost, currency }) => money(cost, currency) },
  { name: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
];
const ACTIONS: Column<Campaign> = {
  name: 'Actions',
  cell: ({ id, name, kind }) =>
    kind === 'list' && (
      <DialogButton label="Clone" title={`Clone ${name}`} quiet>
        <CloneForm campaign={{ id, name }} />
      </DialogButton>
    ),
};

export function CampaignsPage() {
  const chosen = address.value.query.get('state') ?? '';
  const state = chosen in CAMPAIGN_STATES ? (chosen as Campaign['state']) : undefined;
  const list = useList(
    '/v1/campaigns',
    { query: { order: 'desc', limit: 50, ...(state ? { state } : {}) } },
    { on: ['campaign.*'] },
  );
  return (
    <Page
      title="Campaigns"
      actions={
        may('operate') && (
          <a class="button" href="/campaigns/new">
            Create a campaign
          </a>
        )
      }
    >
      <div class="filters">
        <SelectField
          label="State"
          {...inAddress('state', state ?? '')}
          choices={choicesOf(CAMPAIGN_STATES)}
        />
      </div>
      <ListTable
        list={list}
        what="the campaigns"
        caption="Campaigns, newest first"
        columns={may('operate') ? [...COLUMNS, ACTIONS] : COLUMNS}
        keyOf={({ id }) => id}
        empty={state ? 'No campaign is in this state.' : 'There are no campaigns.'}
        next={
          state ? (
            <a href="/campaigns">Show all</a>
          ) : (
            'Create one, import its contacts, then start it.'
          )
        }
      />
    </Page>
  );
}

/** With what an operator asks next: when it starts, or why it was stopped. */
function State({ campaign }: { campaign: Campaign }) {
  const { state, starts_at: startsAt, state_reason: reason } = campaign;
  return (
    <>
      <CampaignStateBadge state={state} />
      {state === 'scheduled' && startsAt && (
        <>
          {' '}
          <Relative at={startsAt} />
        </>
      )}
      {state === 'paused' && reason && <span class="quiet"> {reason}</span>}
    </>
  );
}
