/** The figures of calls that several pages show: counted and named the same on each. */
import type { Schemas } from '../../api/api.ts';
import { count, percent } from '../../format/numbers.ts';
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
