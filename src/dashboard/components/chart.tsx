/** Bars over time, later series in front of earlier ones, with the same figures as a table for whoever reads rather than looks. */
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { nowMs } from '../clock.ts';
import { stepLabel, stepName, type Step } from '../format/time/times.ts';
import type { Tone } from '../format/words.ts';
import { Table } from './lists/table.tsx';

interface Series {
  name: string;
  tone: Tone;
  values: readonly (number | null)[];
  /** Bars by default. Between a `band` and the one before it the area is filled. */
  shape?: 'bar' | 'line' | 'band';
}

interface ChartProps {
  label: string;
  /** Instants of the x axis, in ms. */
  atMs: readonly number[];
  /** From one instant to the next. */
  by: Step;
  series: readonly Series[];
  zone?: string;
  formatValue?: (value: number) => string;
}

const HEIGHT = 180;

export function Chart({ label, atMs, by, series, zone, formatValue = String }: ChartProps) {
  const shown = zone ? { zone } : {};
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [isOpen, setIsOpen] = useState(false);
  const ink = useInk();
  const shape = JSON.stringify([
    series.map(({ name, tone, shape: drawn }) => [name, tone, drawn]),
    zone,
    by,
  ]);
  useEffect(() => {
    const element = frame.current!;
    const made = new uPlot(optionsOf(element, { series, zone, by }), [[]], element);
    plot.current = made;
    const resize = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    resize.observe(element);
    return () => {
      resize.disconnect();
      made.destroy();
    };
  }, [shape, ink]);
  const drawn = JSON.stringify([atMs, series.map(({ values }) => values), shape, ink]);
  useEffect(() => {
    const values = series.map((each) => [...each.values]);
    plot.current?.setData([atMs.map((ms) => ms / 1_000), ...values] as uPlot.AlignedData);
  }, [drawn]);
  return (
    <figure class="chart">
      <div ref={frame} role="img" aria-label={label} />
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{label} as a table</summary>
        {isOpen && (
          <Table
            caption={label}
            rows={atMs.map((ms, index) => ({ ms, index }))}
            keyOf={({ ms }) => ms}
            columns={[
              {
                name: 'Time',
                cell: ({ ms }) => stepName(new Date(ms).toISOString(), by, nowMs.value, shown),
              },
              ...series.map(({ name, values }) => ({
                name,
                numeric: true,
                cell: ({ index }: { index: number }) => {
                  const value = values[index];
                  return value === null || value === undefined ? '–' : formatValue(value);
                },
              })),
            ]}
          />
        )}
      </details>
    </figure>
  );
}

/**
 * A colour of the page, which changes with the theme or the system's. The legend is drawn once, so the chart is made
 * anew then.
 */
function useInk(): string {
  const [ink, setInk] = useState(inkOfPage);
  useEffect(() => {
    const read = () => setInk(inkOfPage());
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', read);
    const themes = new MutationObserver(read);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      dark.removeEventListener('change', read);
      themes.disconnect();
    };
  }, []);
  return ink;
}
const inkOfPage = () => getComputedStyle(document.documentElement).getPropertyValue('--line');

const barSeconds = (atSeconds: ArrayLike<number>): number =>
  atSeconds.length < 2 ? 1 : atSeconds[1]! - atSeconds[0]!;

/** Labels stand at the beginnings of bars, as many as there is room for. */
function labelled(atSeconds: ArrayLike<number>, width: number): number[] {
  const step = Math.ceil(atSeconds.length / Math.max(1, Math.floor(width / LABEL_WIDTH)));
  return Array.from(atSeconds).filter((_at, index) => index % Math.max(1, step) === 0);
}
const LABEL_WIDTH = 75;

function optionsOf(
  element: HTMLElement,
  { series, zone, by }: { series: readonly Series[]; zone: string | undefined; by: Step },
): uPlot.Options {
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(`--${name}`).trim();
  const axis: uPlot.Axis = {
    stroke: () => colour('text-quiet'),
    grid: { stroke: () => colour('line'), width: 1 },
    ticks: { show: false },
  };
  const hasBars = series.some(({ shape = 'bar' }) => shape === 'bar');
  const timeOf = (seconds: number) =>
    stepLabel(new Date(seconds * 1_000).toISOString(), by, zone ? { zone } : {});
  return {
    width: element.clientWidth || 600,
    height: HEIGHT,
    legend: { live: false },
    cursor: { drag: { x: false, y: false } },
    axes: [
      {
        ...axis,
        size: 30,
        ...(hasBars && { splits: (plot: uPlot) => labelled(plot.data[0], plot.width) }),
        values: (_plot, splits) => splits.map(timeOf),
      },
      { ...axis, size: 44 },
    ],
    // The last bar needs its own width behind its beginning.
    scales: {
      x: { range: (plot, min, max) => [min, hasBars ? max + barSeconds(plot.data[0]) : max] },
      y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] },
    },
    series: [
      {},
      ...series.map(({ name, tone, shape = 'bar' }) => ({
        label: name,
        stroke: () => colour(tone),
        points: { show: false },
        ...(shape === 'bar' && {
          fill: () => colour(tone),
          // A bar of 0 has no line.
          width: 0,
          paths: uPlot.paths.bars!({ size: [0.7, 100], align: 1 }),
        }),
        ...(shape === 'line' && { width: 2 }),
      })),
    ],
    bands: series.flatMap(({ shape, tone }, index) =>
      shape === 'band' && series[index - 1]?.shape === 'band'
        ? [{ series: [index + 1, index] as [number, number], fill: () => colour(`${tone}-tint`) }]
        : [],
    ),
  };
}
