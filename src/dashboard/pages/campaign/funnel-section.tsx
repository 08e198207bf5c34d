/** From contacts to talks, and the outcomes over time. */
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { DispositionBadge } from '../../components/resources/badge.tsx';
import { FigureTitle, titleOf } from '../../components/figure-name.tsx';
import { Chart } from '../../components/chart.tsx';
import { Empty, Loaded } from '../../components/feedback.tsx';
import { SelectField } from '../../components/forms/field.tsx';
import { Section } from '../../components/page.tsx';
import { withoutEmptyEnds } from '../../format/chart-span.ts';
import { count, percent, shareOf } from '../../format/numbers.ts';
import { roughDuration } from '../../format/time/times.ts';
import { address, setQuery } from '../../router.ts';
import { callFunnel, contactFunnel, type FunnelStep } from './funnel.ts';
import { OutcomeCounts } from '../../components/resources/outcome-counts.tsx';
import { SPANS, spanOf, type SpanName } from './statistics-span.ts';

type Campaign = Schemas['CampaignProgress'];
const SPAN_NAMES: Record<SpanName, string> = {
  day: 'The last day',
  week: 'The last week',
  all: 'From its creation',
};
const STEP_NAMES: Record<Schemas['Statistics']['by'], string> = {
  '15m': '15 minutes',
  hour: 'hour',
  day: 'day',
  month: 'month',
};
const OVER: readonly Campaign['state'][] = ['completed', 'cancelled'];

export function FunnelSection({ campaign }: { campaign: Campaign }) {
  const { id, state, created_at: createdAt, state_changed_at: changedAt, zone } = campaign;
  const chosen = address.value.query.get('span') as SpanName;
  const span = SPANS.includes(chosen) ? chosen : 'all';
  const overAt = OVER.includes(state) ? changedAt : undefined;
  const query = spanOf(span, { createdAt, overAt }, nowMs.value);
  const stats = useQuery(
    '/v1/campaigns/{campaignId}/stats',
    { path: { campaignId: id }, query: { ...query, agent_time: 'false' } },
    { on: ['call.*'], about: id },
  );
  return (
    <>
      <Section title="From contacts to talks">
        <div class="pair">
          <Funnel
            label="Contacts, by their last call that has ended"
            steps={contactFunnel(campaign.contacts)}
          />
          <Loaded query={stats} what="the calls">
            {({ total }) => (
              <Funnel
                label={`Calls: ${SPAN_NAMES[span].toLowerCase()}`}
                steps={callFunnel(total)}
              />
            )}
          </Loaded>
        </div>
      </Section>
      <OutcomeCounts campaign={id} from={createdAt} />
      <Section
        title={`Outcomes by ${STEP_NAMES[query.by]}`}
        aside={
          <SelectField
            label="Time"
            value={span}
            onValue={(value) => setQuery({ span: value === 'all' ? undefined : value })}
            choices={SPANS.map((value) => ({ value, text: SPAN_NAMES[value] }))}
          />
        }
      >
        <Loaded query={stats} what="the outcomes">
          {(read) => <Outcomes stats={read} zone={zone} id={id} />}
        </Loaded>
      </Section>
    </>
  );
}

function Funnel({ label, steps }: { label: string; steps: readonly FunnelStep[] }) {
  const whole = steps[0]?.value ?? 0;
  return (
    <div class="card">
      <h3>{label}</h3>
      <ol class="funnel">
        {steps.map(({ name, figure, value }, index) => (
          <li key={name}>
            <span>{figure ? <FigureTitle figure={figure} /> : name}</span>
            <span class="digits">
              {count(value)}
              {index > 0 && <span class="quiet"> {percent(shareOf(value, whole))}</span>}
            </span>
            <span class="funnel-bar" aria-hidden="true">
              <span style={{ width: `${100 * Math.min(1, shareOf(value, whole) ?? 0)}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Outcomes({
  stats: { buckets, total, by },
  zone,
  id,
}: {
  stats: Schemas['Statistics'];
  zone: string;
  id: string;
}) {
  if (total.calls === 0) {
    return (
      <Empty title="No calls in this time.">Choose another time, or start the campaign.</Empty>
    );
  }
  const shown = withoutEmptyEnds(buckets, ({ calls }) => calls > 0);
  const values = (of: (bucket: (typeof buckets)[number]) => number) => shown.map(of);
  return (
    <>
      <Chart
        label={`Calls by ${STEP_NAMES[by]}`}
        atMs={shown.map(({ from }) => Date.parse(from))}
        by={by}
        zone={zone}
        series={[
          { name: titleOf('placed'), tone: 'quiet', values: values(({ placed }) => placed) },
          {
            name: titleOf('customer_rang'),
            tone: 'busy',
            values: values((each) => each.customer_rang),
          },
          { name: titleOf('bridged'), tone: 'good', values: values(({ bridged }) => bridged) },
        ]}
      />
      <ul class="outcomes" aria-label="Outcomes of the calls">
        {Object.entries(total.dispositions)
          .filter(([, calls]) => calls > 0)
          .toSorted(([, a], [, b]) => b - a)
          .map(([disposition, calls]) => (
            <li key={disposition}>
              <a href={`/calls?campaign=${id}&disposition=${disposition}`}>
                <DispositionBadge disposition={disposition} />
              </a>{' '}
              {count(calls)} <span class="quiet">{percent(shareOf(calls, total.calls))}</span>
            </li>
          ))}
        {total.live > 0 && <li>{count(total.live)} live</li>}
        <li class="quiet">{roughDuration(total.talk_seconds)} of talk</li>
      </ul>
    </>
  );
}
