import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { Loaded, ProblemNote } from '../../components/feedback.tsx';
import {
  AgentRangFigure,
  CallsChart,
  CallsPlacedFigure,
  TalksFigure,
} from '../../components/resources/call-figures.tsx';
import { useCampaignNames } from '../../components/resources/campaign-names.ts';
import { Figure, Figures, MoneyFigure } from '../../components/figures.tsx';
import { Section } from '../../components/page.tsx';
import { FigureTitle, titleOf } from '../../components/figure-name.tsx';
import { figureColumn, Table, type Column } from '../../components/lists/table.tsx';
import { count, money, percent } from '../../format/numbers.ts';
import { readersExcel } from '../../format/files/spreadsheet.ts';
import { roughDuration, stepName } from '../../format/time/times.ts';
import { HeatMap } from './heat-map.tsx';
import {
  bucketsAsCsv,
  statisticsFileName,
  type Size,
  type StatisticsSpan,
} from './statistics-query.ts';

type Statistics = Schemas['Statistics'];
type Bucket = Schemas['StatisticsBucket'];

/** Not often: an answer may have 750 buckets. */
const POLL_MS = 15_000;

export function CallStatistics({ span, by }: { span: StatisticsSpan; by: Size }) {
  const stats = useQuery('/v1/stats', { query: { ...span, by } }, { pollMs: POLL_MS });
  return (
    <Section title="Calls and agents" aside={stats.data && <Download stats={stats.data} />}>
      {stats.data && stats.problem && <ProblemNote problem={stats.problem} />}
      <Loaded query={stats} what="the statistics">
        {(read) => (
          <>
            <Totals stats={read} />
            <CallsChart label="Calls and talks" by={by} buckets={read.buckets} />
            {by !== 'day' && <HeatMap buckets={read.buckets} />}
            <Table
              caption="By time"
              columns={columns(read.currency, by)}
              rows={read.buckets.filter(hasFigures).toReversed()}
              keyOf={({ from }) => from}
            />
            <Table
              caption="When customers answer"
              columns={HOURS}
              rows={read.hours_of_day}
              keyOf={({ hour }) => hour}
            />
          </>
        )}
      </Loaded>
    </Section>
  );
}

const HOURS: readonly Column<Statistics['hours_of_day'][number]>[] = [
  { name: 'Hour', cell: ({ hour }) => `${hour}:00 to ${hour + 1}:00` },
  { ...figureColumn('dialled'), cell: ({ dialled }) => count(dialled) },
  { ...figureColumn('customer_answered'), cell: ({ answered }) => count(answered) },
  {
    ...figureColumn('answer_rate'),
    cell: ({ dialled, answered }) => percent(answered / dialled),
  },
];

function Totals({ stats: { total, agent_time: time, currency } }: { stats: Statistics }) {
  return (
    <>
      <Figures>
        <CallsPlacedFigure of={total} />
        <AgentRangFigure of={total} />
        <TalksFigure of={total} />
        <Figure
          name={<FigureTitle figure="talk_seconds" />}
          value={roughDuration(total.talk_seconds)}
        />
        <Figure name={<FigureTitle figure="busy_seconds" />} value={duration(time?.busy_seconds)} />
        <Figure
          name={<FigureTitle figure="ready_seconds" />}
          value={duration(time?.ready_seconds)}
          detail={`${titleOf('occupancy')} ${percent(time?.occupancy ?? null)}`}
        />
        <Figure
          name={<FigureTitle figure="paused_seconds" />}
          value={duration(time?.paused_seconds)}
        />
        <MoneyFigure name={<FigureTitle figure="cost" />} amount={total.cost} currency={currency} />
      </Figures>
      {time === null && (
        <p class="note warn">
          The time of agents is still being counted, because the servers were away. It is shown in
          about a minute.
        </p>
      )}
    </>
  );
}

const duration = (seconds: number | null | undefined): string =>
  seconds === null || seconds === undefined ? '–' : roughDuration(seconds);

const hasFigures = ({ calls, agent_time: time }: Bucket): boolean =>
  calls > 0 || (time !== null && time.busy_seconds + (time.ready_seconds ?? 0) > 0);

const columns = (currency: string | null, by: Size): readonly Column<Bucket>[] => [
  { name: 'From', cell: ({ from }) => stepName(from, by, nowMs.value) },
  { ...figureColumn('placed'), cell: ({ placed }) => count(placed) },
  { ...figureColumn('agent_rang'), cell: (bucket) => count(bucket.agent_rang) },
  { ...figureColumn('answered'), cell: ({ answered }) => count(answered) },
  { ...figureColumn('customer_rang'), cell: (bucket) => count(bucket.customer_rang) },
  { ...figureColumn('bridged'), cell: ({ bridged }) => count(bridged) },
  { ...figureColumn('asr'), cell: ({ asr }) => percent(asr) },
  { ...figureColumn('talk_seconds'), cell: (bucket) => duration(bucket.talk_seconds) },
  { ...figureColumn('busy_seconds'), cell: ({ agent_time: time }) => duration(time?.busy_seconds) },
  {
    ...figureColumn('ready_seconds'),
    cell: ({ agent_time: time }) => duration(time?.ready_seconds),
  },
  {
    ...figureColumn('paused_seconds'),
    cell: ({ agent_time: time }) => duration(time?.paused_seconds),
  },
  { ...figureColumn('cost'), cell: ({ cost }) => money(cost, currency) },
];

function Download({ stats: { buckets, campaign_id: campaign } }: { stats: Statistics }) {
  const names = useCampaignNames();
  const download = () => {
    const csv = bucketsAsCsv(buckets, readersExcel());
    const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = statisticsFileName(buckets, campaign && (names.get(campaign) ?? campaign));
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <button type="button" class="quiet-button" onClick={download}>
      Download as CSV
    </button>
  );
}
