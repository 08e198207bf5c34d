/** When customers answer: a colour for each hour of the week, and the figures for whoever points at it or reads. */
import type { Schemas } from '../../api/api.ts';
import { count, counted, percent, shareOf } from '../../format/numbers.ts';
import { WEEKDAYS } from '../../format/time/weekdays.ts';
import { heatMapOf, type HeatCell } from './heat-cells.ts';

type Buckets = Schemas['Statistics']['buckets'];

export function HeatMap({ buckets }: { buckets: Buckets }) {
  const { hours, rows, most } = heatMapOf(buckets);
  // One square says nothing that the figures above do not say.
  if (hours.length < 2) return null;
  return (
    <>
      <p class="quiet">
        By hour of the week: the larger, the more calls; the greener, the more talks.
      </p>
      <div class="table-frame" role="region" aria-label="Talks by hour of the week" tabIndex={0}>
        <table class="heat">
          <caption class="unseen">Talks by hour of the week</caption>
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">Day</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ weekday, cells }) => (
              <tr key={weekday}>
                <th scope="row">{WEEKDAYS[weekday]!.text.slice(0, 3)}</th>
                {cells.map((cell, index) => (
                  <Cell
                    key={hours[index]}
                    cell={cell}
                    most={most}
                    at={`${WEEKDAYS[weekday]!.text}, ${hours[index]}:00`}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The size of the square is the number of calls, its colour the share of talks. */
function Cell({ cell: { placed, talks }, most, at }: { cell: HeatCell; most: number; at: string }) {
  if (placed === 0) return <td>&nbsp;</td>;
  const share = shareOf(talks, placed);
  const text = `${at}: ${counted(placed, 'call')} placed, ${count(talks)} talked (${percent(share)})`;
  const size = 30 + 70 * Math.sqrt(placed / most);
  const colour = `color-mix(in oklab, var(--good) ${Math.round(100 * (share ?? 0))}%, var(--busy))`;
  return (
    <td title={text}>
      <span
        class="heat-cell"
        aria-hidden="true"
        style={{ width: `${size}%`, background: colour }}
      />
      <span class="unseen">{text}</span>
    </td>
  );
}
