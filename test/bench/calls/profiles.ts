/** What the threads of server and worker were busy with, from the CPU profiles that Node wrote of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  /** Node by node, as sampled. */
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

const LINES = 10;
/** A regular expression is its own name. */
const LONGEST_NAME = 60;
const IDLE = '(idle)';

/**
 * Seconds by source file, or by function where there is none: what was spent in it, not below it. Whoever waits for the
 * disk or for a lock is busy here.
 */
export function profileReport(folder: string): string {
  const found = ['server', 'worker'].flatMap((process) =>
    readdirSync(join(folder, process)).map(
      (file) => [process, join(folder, process, file)] as const,
    ),
  );
  return found.map(([process, file]) => threadReport(process, file)).join('\n\n');
}

function threadReport(process: string, file: string): string {
  const seconds = secondsByPlace(JSON.parse(readFileSync(file, 'utf8')) as Profile);
  const idle = seconds.get(IDLE) ?? 0;
  seconds.delete(IDLE);
  const busy = [...seconds.values()].reduce((sum, spent) => sum + spent, 0);
  const most = [...seconds].toSorted(([, left], [, right]) => right - left).slice(0, LINES);
  return [
    `${process}, ${basename(file)}: busy ${busy.toFixed(1)} s, idle ${idle.toFixed(1)} s`,
    ...most.map(([place, spent]) => `${spent.toFixed(2).padStart(8)}  ${place}`),
  ].join('\n');
}

function secondsByPlace({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const seconds = new Map<string, number>();
  samples.forEach((id, at) => {
    const place = places.get(id)!;
    seconds.set(place, (seconds.get(place) ?? 0) + timeDeltas[at]! / 1e6);
  });
  return seconds;
}

function placeOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName.slice(0, LONGEST_NAME) || '(anonymous)';
  return url.split('/').slice(-2).join('/');
}
