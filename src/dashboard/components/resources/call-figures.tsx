/** The figures of calls that several pages show: counted and named the same on each. */
import type { Schemas } from '../../api/api.ts';
import { count, percent } from '../../format/numbers.ts';
import type { Step } from '../../format/times.ts';
import { Chart } from '../chart.tsx';
import { Figure } from '../figures.tsx';

type Counts = Schemas['CallCounts'];

/** What the carrier placed or may have placed. The rest are POSTs that it refused, or that did not reach it. */
export function CallsPlacedFigure({ of: { calls, placed } }: { of: Counts }) {
  const others = calls - placed;
  return (
    <Figure
      name="Calls placed"
      value={count(placed)}
      detail={others > 0 && `${count(others)} more refused or not sent`}
    />
  );
}

export const TalksFigure = ({ of: { bridged, asr } }: { of: Counts }) => (
  <Figure
    name="Talks"
    value={count(bridged)}
    detail={asr !== null && `ASR: ${percent(asr)} of the calls placed`}
  />
);

interface CallsChartProps {
  label: string;
  by: Step;
  buckets: Schemas['Statistics']['buckets'];
}

export const CallsChart = ({ label, by, buckets }: CallsChartProps) => (
  <Chart
    label={label}
    atMs={buckets.map(({ from }) => Date.parse(from))}
    by={by}
    series={[
      { name: 'Calls placed', tone: 'busy', values: buckets.map(({ placed }) => placed) },
      { name: 'Talks', tone: 'good', values: buckets.map(({ bridged }) => bridged) },
    ]}
  />
);
