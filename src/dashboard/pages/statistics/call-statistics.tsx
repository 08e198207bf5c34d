import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { nowMs } from '../../clock.ts';
import { Loaded, ProblemNote } from '../../components/feedback.tsx';
import {
  CallsChart,
  CallsPlacedFigure,
  TalksFigure,
} from '../../components/resources/call-figures.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { Section } from '../../components/page.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { count, money, percent } from '../../format/numbers.ts';
import { spreadsheetForm } from '../../format/files/spreadsheet.ts';
import { roughDuration, stepName } from '../../format/times.ts';
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
  { name: 'Customers dialled', numeric: true, cell: ({ dialled }) => count(dialled) },
  { name: 'Answered', numeric: true, cell: ({ answered }) => count(answered) },
  {
    name: 'Answer rate',
    numeric: true,
    cell: ({ dialled, answered }) => percent(answered / dialled),
  },
];

function Totals({ stats: { total, agent_time: time, currency } }: { stats: Statistics }) {
  return (
    <>
      <Figures>
        <CallsPlacedFigure of={total} />
        <TalksFigure of={total} />
        <Figure name="Talk time" value={roughDuration(total.talk_seconds)} />
        <Figure name="Agents busy" value={duration(time?.busy_seconds)} />
        <Figure
          name="Agents idle"
          value={duration(time?.ready_seconds)}
          detail={`Occupancy ${percent(time?.occupancy ?? null)}`}
        />
        <Figure name="Agents paused" value={duration(time?.paused_seconds)} />
        <Figure name="Cost" value={money(total.cost, currency)} />
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
  { name: 'Calls placed', numeric: true, cell: ({ placed }) => count(placed) },
  { name: 'Talks', numeric: true, cell: ({ bridged }) => count(bridged) },
  { name: 'ASR', numeric: true, cell: ({ asr }) => percent(asr) },
  { name: 'Talk time', numeric: true, cell: (bucket) => duration(bucket.talk_seconds) },
  { name: 'Busy', numeric: true, cell: ({ agent_time: time }) => duration(time?.busy_seconds) },
  { name: 'Idle', numeric: true, cell: ({ agent_time: time }) => duration(time?.ready_seconds) },
  { name: 'Paused', numeric: true, cell: ({ agent_time: time }) => duration(time?.paused_seconds) },
  { name: 'Cost', numeric: true, cell: ({ cost }) => money(cost, currency) },
];

function Download({ stats: { buckets, campaign_id: campaign } }: { stats: Statistics }) {
  const download = () => {
    const csv = bucketsAsCsv(buckets, spreadsheetForm());
    const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = statisticsFileName(buckets, campaign);
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <button type="button" class="quiet-button" onClick={download}>
      Download as CSV
    </button>
  );
}
