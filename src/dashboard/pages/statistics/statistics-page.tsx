/** Calls, talks, cost and the time of agents over a span, and costs by month, campaign and agent. */
import { nowMs } from '../../clock.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { AgentField, CampaignField } from '../../components/forms/resource-fields.tsx';
import { Page } from '../../components/page.tsx';
import { dayStartMs, spanOfDays } from '../../format/time/local-day.ts';
import { dayOf } from '../../format/time/times.ts';
import { address, inAddress } from '../../router.ts';
import { AgentsCompared } from './agents-compared.tsx';
import { AnswersByPlace } from './answers.tsx';
import { Costs } from './costs.tsx';
import { CallStatistics } from './call-statistics.tsx';
import { DayStrip } from './day-strip.tsx';
import { sizeOf, type StatisticsSpan } from './statistics-query.ts';
import { readersZone as zone } from '../../format/time/local-time.ts';
import { textChoices } from '../../format/choices.ts';

const SIZE_CHOICES = textChoices({ '15m': '15 minutes', hour: 'Hour', day: 'Day' });

export function StatisticsPage() {
  const { query } = address.value;
  const today = dayOf(nowMs.value);
  const firstDay = dayIn(query.get('from')) ?? today;
  const lastDay = dayIn(query.get('to')) ?? today;
  const campaign = query.get('campaign') ?? '';
  const agent = query.get('agent') ?? '';
  const span: StatisticsSpan = {
    ...spanOfDays(firstDay, lastDay),
    zone,
    ...(campaign && { campaign }),
    ...(agent && { agent }),
  };
  return (
    <Page
      title="Statistics"
      intro="Figures count in the time of the last dial of their call. They may change until its bill has come."
    >
      <div class="filters">
        <TextField label="First day" type="date" {...inAddress('from', firstDay)} />
        <TextField label="Last day" type="date" {...inAddress('to', lastDay)} />
        <SelectField
          label="By"
          {...inAddress('by', sizeOf(query.get('by')))}
          choices={SIZE_CHOICES}
        />
        <CampaignField {...inAddress('campaign')} />
        <AgentField {...inAddress('agent')} />
      </div>
      {firstDay === lastDay && <DayStrip span={span} />}
      <CallStatistics span={span} by={sizeOf(query.get('by'))} />
      <AgentsCompared span={span} />
      <AnswersByPlace span={span} />
      <Costs span={span} />
    </Page>
  );
}

const dayIn = (text: string | null): string | undefined =>
  text !== null && dayStartMs(text) !== undefined ? text : undefined;
