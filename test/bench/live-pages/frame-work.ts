/** Work of a page's main thread, from a trace of Chromium. */

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
}

interface Task {
  fromMs: number;
  ms: number;
  /** It ran the callbacks of an animation frame. */
  isFrame: boolean;
}

/** Top-level tasks of the thread that ran the page's animation frames, in order. */
export function mainThreadTasks(trace: Buffer): Task[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const frames = traceEvents.filter(({ name }) => name === 'FireAnimationFrame');
  const counts = Map.groupBy(frames, ({ pid, tid }) => `${pid}.${tid}`);
  const [thread] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const ofThread = traceEvents.filter(({ pid, tid }) => `${pid}.${tid}` === thread);
  const frameAt = ofThread
    .filter(({ name }) => name === 'FireAnimationFrame')
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b);
  const tasks = ofThread
    .filter(({ name, ph }) => name.endsWith('RunTask') && ph === 'X')
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const found: Task[] = [];
  let endTs = -Infinity;
  let next = 0;
  for (const { ts, dur = 0 } of tasks) {
    if (ts < endTs) continue;
    endTs = ts + dur;
    while (next < frameAt.length && frameAt[next]! < ts) next++;
    const isFrame = next < frameAt.length && frameAt[next]! <= endTs;
    found.push({ fromMs: ts / 1_000, ms: dur / 1_000, isFrame });
  }
  return found;
}

/** All tasks since the frame before, with the frame's own one, which runs its script, style, layout and paint. */
export function workOfFrames(tasks: readonly Task[]): number[] {
  const frames: number[] = [];
  let ms = 0;
  for (const task of tasks) {
    ms += task.ms;
    if (!task.isFrame) continue;
    frames.push(ms);
    ms = 0;
  }
  return frames;
}
