/** The campaigns that dial or would dial, each with its progress, its money and what it waits for. */
import { useList, useQuery } from '../../api/query.ts';
import { useCampaign } from '../../api/campaign.ts';
import type { Schemas } from '../../api/api.ts';
import { may } from '../../api/session.ts';
import { CampaignStateBadge } from '../../components/resources/badge.tsx';
import { Waiting } from '../../components/resources/waiting.tsx';
import { Empty, Loaded } from '../../components/feedback.tsx';
import { Shares } from '../../components/figures.tsx';
import { ListState } from '../../components/lists/table.tsx';
import { Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { count, counted, money } from '../../format/numbers.ts';
import { contactParts } from '../../format/contact-parts.ts';
import type { Range } from '../campaign/forecast/forecast-band.ts';
import { titleOf } from '../../components/figure-name.tsx';

/** A page with more cards is not read at a glance. The list of campaigns has all. */
const MOST = 12;

const useCampaignsIn = (state: Schemas['Campaign']['state']) =>
  useList(
    '/v1/campaigns',
    { query: { state, order: 'desc', limit: MOST } },
    { on: ['campaign.*'] },
  );

export function ActiveCampaigns() {
  const lists = [
    useCampaignsIn('running'),
    useCampaignsIn('draining'),
    useCampaignsIn('paused'),
    useCampaignsIn('scheduled'),
  ];
  const campaigns = lists.flatMap(({ items }) => items);
  const problem = lists.find((list) => list.problem)?.problem;
  const loaded = lists.every((list) => list.loaded);
  return (
    <Section title="Campaigns" aside={<a href="/campaigns">All campaigns</a>}>
      <ListState list={{ loaded, problem }} what="the campaigns" />
      {loaded && campaigns.length === 0 && (
        <Empty title="No campaign dials.">
          {may('operate') && (
            <>
              <a href="/campaigns">Start one that exists</a>, or{' '}
              <a href="/campaigns/new">create one</a>.
            </>
          )}
        </Empty>
      )}
      <div class="cards">
        {campaigns.slice(0, MOST).map(({ id }) => (
          <CampaignCard key={id} id={id} />
        ))}
      </div>
    </Section>
  );
}

function CampaignCard({ id }: { id: string }) {
  const path = { campaignId: id };
  const campaign = useCampaign(id, ['call.*', 'campaign.*', 'contact.*']);
  const query = { by: '15m' as const, agent_time: 'false' };
  const stats = useQuery('/v1/campaigns/{campaignId}/stats', { path, query });
  const forecast = useQuery('/v1/campaigns/{campaignId}/forecast', { path }, { pollMs: 30_000 });
  return (
    <article class="card">
      <Loaded query={campaign} what="the campaign">
        {(read) => (
          <>
            <div class="card-head">
              <h3>
                <a href={`/campaigns/${id}`}>{read.name}</a>
              </h3>
              <CampaignStateBadge state={read.state} />
            </div>
            <Shares
              label="Contacts"
              total={read.contacts.total}
              parts={contactParts(read.contacts)}
            />
            <p>
              {count(read.contacts.by_state['final'] ?? 0)} of{' '}
              {counted(read.contacts.total, 'contact')}
              {' final · '}
              {rateText(stats.data?.calls_a_minute)}
            </p>
            <p>{moneyText(read)}</p>
            <ForecastEnd end={forecast.data?.forecast?.finished_at ?? undefined} zone={read.zone} />
            <Waiting campaign={read} />
          </>
        )}
      </Loaded>
    </article>
  );
}

/** As the figure is named in the glossary. */
const rateText = (rate: number | undefined): string =>
  rate === undefined ? 'reading the rate' : `${titleOf('calls_a_minute')}: ${count(rate)}`;

function moneyText({
  total_cost: cost,
  currency,
  budget,
  money: { pending },
}: Schemas['CampaignProgress']): string {
  const spent = `Cost ${money(cost, currency)}`;
  const open = pending.calls > 0 ? `, ${count(pending.calls)} not settled yet` : '';
  const total = budget?.total ? ` of ${money(budget.total, currency)}` : '';
  return spent + total + open;
}

function ForecastEnd({ end, zone }: { end: Range<string> | undefined; zone: string }) {
  if (!end) return null;
  return (
    <p class="quiet">
      Rehearsed end <Time at={end.median} zone={zone} /> (<Time at={end.low} /> to{' '}
      <Time at={end.high} />)
    </p>
  );
}
