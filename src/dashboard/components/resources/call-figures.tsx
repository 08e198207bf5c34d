/** The figures of calls that several pages show: counted and named the same on each. */
import type { Schemas } from '../../api/api.ts';
import { withoutEmptyEnds } from '../../format/chart-span.ts';
import { count, percent } from '../../format/numbers.ts';
import { roughDuration, type Step } from '../../format/time/times.ts';
import { Chart } from '../chart.tsx';
import { FigureTitle, titleOf } from '../figure-name.tsx';
import { Figure, MoneyFigure } from '../figures.tsx';

type Counts = Schemas['CallCounts'];

/** What the carrier placed or may have placed. The rest are POSTs that it refused, or that did not reach it. */
export function CallsPlacedFigure({ of: { calls, placed } }: { of: Counts }) {
  const others = calls - placed;
  return (
    <Figure
      name={<FigureTitle figure="placed" />}
      value={count(placed)}
      detail={others > 0 && `${count(others)} more refused or not sent`}
    />
  );
}

/** The calls of an agent: what did not ring its phone is none of them. */
export const AgentRangFigure = ({ of }: { of: Counts }) => (
  <Figure name={<FigureTitle figure="agent_rang" />} value={count(of.agent_rang)} />
);

export const TalksFigure = ({ of: { bridged, asr } }: { of: Counts }) => (
  <Figure
    name={<FigureTitle figure="bridged" />}
    value={count(bridged)}
    detail={asr !== null && `${titleOf('asr')}: ${percent(asr)} of the calls placed`}
  />
);

/** What the talks took and what the calls cost. */
export const TalkTimeAndCostFigures = ({
  of: { talk_seconds: talk, cost },
  currency,
}: {
  of: Counts;
  currency: string | null;
}) => (
  <>
    <Figure name={<FigureTitle figure="talk_seconds" />} value={roughDuration(talk)} />
    <MoneyFigure name={<FigureTitle figure="cost" />} amount={cost} currency={currency} />
  </>
);

interface CallsChartProps {
  label: string;
  by: Step;
  buckets: Schemas['Statistics']['buckets'];
  /** `now`: also what is quiet since the last call. */
  end?: 'data' | 'now';
}

export function CallsChart({ label, by, buckets, end }: CallsChartProps) {
  const shown = withoutEmptyEnds(buckets, ({ calls }) => calls > 0, end);
  return (
    <Chart
      label={label}
      atMs={shown.map(({ from }) => Date.parse(from))}
      by={by}
      series={[
        { name: titleOf('placed'), tone: 'busy', values: shown.map(({ placed }) => placed) },
        { name: titleOf('bridged'), tone: 'good', values: shown.map(({ bridged }) => bridged) },
      ]}
    />
  );
}
