/** All campaigns with their totals, newest first. */
import type { Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { CampaignStateBadge } from '../../components/badge.tsx';
import { Empty, Loading, ProblemNote } from '../../components/feedback.tsx';
import { SelectField } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { More, Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { count, percent, shareOf } from '../../format/numbers.ts';
import { CAMPAIGN_STATES } from '../../format/words.ts';
import { address, setQuery } from '../../router.ts';

type Campaign = Schemas['ListedCampaign'];
type State = Campaign['state'];

const COLUMNS: readonly Column<Campaign>[] = [
  { name: 'Name', cell: ({ id, name }) => <a href={`/campaigns/${id}`}>{name}</a> },
  { name: 'State', cell: ({ state }) => <CampaignStateBadge state={state} /> },
  { name: 'Contacts', numeric: true, cell: ({ contacts }) => count(contacts.total) },
  {
    name: 'Final',
    numeric: true,
    cell: ({ contacts: { by_state: byState, total } }) =>
      percent(shareOf(byState['final'] ?? 0, total)),
  },
  { name: 'Calls', numeric: true, cell: ({ calls }) => count(calls.total) },
  { name: 'Cost', numeric: true, cell: ({ total_cost: cost }) => cost },
  { name: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
];

export function CampaignsPage() {
  const chosen = address.value.query.get('state') ?? '';
  const state = chosen in CAMPAIGN_STATES ? (chosen as State) : undefined;
  const { items, loaded, problem, more } = useList(
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
          value={state ?? ''}
          onValue={(value) => setQuery({ state: value })}
          choices={[
            { value: '', text: 'All' },
            ...Object.entries(CAMPAIGN_STATES).map(([value, { text }]) => ({ value, text })),
          ]}
        />
      </div>
      {problem && <ProblemNote problem={problem} what="The campaigns cannot be read:" />}
      {!loaded && !problem && <Loading what="the campaigns" />}
      {loaded && items.length === 0 && (
        <Empty title={state ? 'No campaign is in this state.' : 'There are no campaigns.'}>
          <p>
            {state ? (
              <a href="/campaigns">Show all</a>
            ) : (
              'Create one, import its contacts, then start it.'
            )}
          </p>
        </Empty>
      )}
      {items.length > 0 && (
        <Table caption="Campaigns" columns={COLUMNS} rows={items} keyOf={({ id }) => id} />
      )}
      <More more={more} />
    </Page>
  );
}
