/** The samples of a soak as a picture (SVG): one panel for each kind of figure, and a line where a process was killed. */
import type { Kill } from './run-soak.ts';
import type { Sample } from './sample.ts';

interface Line {
  name: string;
  read: (sample: Sample) => number | null | undefined;
}

interface Panel {
  title: string;
  lines: readonly Line[];
}

const ofProcesses = (
  read: (sample: Sample, name: 'server' | 'worker') => number | null | undefined,
): Line[] =>
  (['server', 'worker'] as const).map((name) => ({ name, read: (sample) => read(sample, name) }));

const PANELS: readonly Panel[] = [
  { title: 'Memory (RSS), MB', lines: ofProcesses((one, name) => one.processes[name]?.rssMb) },
  { title: 'Descriptors', lines: ofProcesses((one, name) => one.processes[name]?.descriptors) },
  {
    title: 'Event loop, p99 of half a minute, ms',
    lines: ofProcesses((one, name) => one.processes[name]?.loopP99Ms),
  },
  {
    title: 'Database and its log, MB',
    lines: [
      { name: 'database', read: ({ store }) => store?.mb },
      { name: 'log', read: ({ store }) => store?.walMb },
    ],
  },
  {
    title: 'Events of a history',
    lines: [
      { name: 'calls, mean of the newest', read: ({ histories }) => histories?.callEvents },
      { name: 'campaign', read: ({ histories }) => histories?.campaignEvents },
    ],
  },
  {
    title: 'Calls under way',
    lines: [{ name: 'calls', read: ({ calls }) => calls && calls.total - calls.ended }],
  },
];

const WIDTH = 820;
const PANEL_HEIGHT = 120;
const TITLE_HEIGHT = 30;
const PLOT = { left: 60, right: 15, top: 24, bottom: 16 } as const;
const COLOURS = ['#1f6feb', '#c2410c'] as const;
const MINUTE_MS = 60_000;
const TICKS_EVERY_MS = 20 * MINUTE_MS;

export function graphOf(
  title: string,
  { samples, kills }: { samples: readonly Sample[]; kills: readonly Kill[] },
): string {
  const height = TITLE_HEIGHT + PANELS.length * PANEL_HEIGHT;
  const panels = PANELS.map((panel, index) => {
    const y = TITLE_HEIGHT + index * PANEL_HEIGHT;
    return `<g transform="translate(0 ${y})">\n${panelOf(panel, samples, kills)}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="10" y="20" font-size="14">${title}. Dashed: kill -9, by the first letter of the process</text>
${panels.join('\n')}
</svg>
`;
}

function panelOf(
  { title, lines }: Panel,
  samples: readonly Sample[],
  kills: readonly Kill[],
): string {
  const endMs = samples.at(-1)?.atMs ?? 1;
  const values = lines.map(({ read }) => samples.map(read));
  const most = topOf(Math.max(...values.flat().map((value) => value ?? 0)));
  const bottom = PANEL_HEIGHT - PLOT.bottom;
  const x = (atMs: number) =>
    (PLOT.left + (atMs / endMs) * (WIDTH - PLOT.left - PLOT.right)).toFixed(1);
  const y = (value: number) => (bottom - (value / most) * (bottom - PLOT.top)).toFixed(1);
  const drawn = values.map((own, index) => {
    const path = pathOf(samples, own, { x, y });
    return `<path d="${path}" fill="none" stroke="${COLOURS[index]}" stroke-width="1.2"/>`;
  });
  const names = lines.map(
    ({ name }, index) =>
      `<text x="${330 + index * 170}" y="16" fill="${COLOURS[index]}">${name}</text>`,
  );
  const struck = kills.map(
    ({ atMs, who }) =>
      `<path d="M${x(atMs)} ${PLOT.top}V${bottom}" stroke="#888" stroke-dasharray="3 3"/>` +
      `<text x="${x(atMs)}" y="${PLOT.top + 8}" fill="#666">${who[0]}</text>`,
  );
  const ticks = Array.from({ length: Math.floor(endMs / TICKS_EVERY_MS) + 1 }, (_, nth) => {
    const atMs = nth * TICKS_EVERY_MS;
    return `<text x="${x(atMs)}" y="${PANEL_HEIGHT - 3}" fill="#666">${atMs / MINUTE_MS} min</text>`;
  });
  const axis =
    `<path d="M${PLOT.left} ${PLOT.top}V${bottom}H${WIDTH - PLOT.right}" fill="none" stroke="#333"/>` +
    `<text x="${PLOT.left - 6}" y="${PLOT.top + 8}" text-anchor="end">${most}</text>` +
    `<text x="${PLOT.left - 6}" y="${bottom}" text-anchor="end">0</text>`;
  return [
    `<text x="10" y="16">${title}</text>`,
    ...names,
    axis,
    ...ticks,
    ...struck,
    ...drawn,
  ].join('\n');
}

/** A gap where nothing could be read. */
function pathOf(
  samples: readonly Sample[],
  values: readonly (number | null | undefined)[],
  { x, y }: { x: (atMs: number) => string; y: (value: number) => string },
): string {
  let isDrawing = false;
  return samples
    .map(({ atMs }, index) => {
      const value = values[index] ?? null;
      if (value === null) {
        isDrawing = false;
        return '';
      }
      const step = `${isDrawing ? 'L' : 'M'}${x(atMs)} ${y(value)}`;
      isDrawing = true;
      return step;
    })
    .join('');
}

/** The next of 1, 2, 5, 10, 20, … above it. */
function topOf(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value)!;
}
