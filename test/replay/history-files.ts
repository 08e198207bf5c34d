/** Histories as files: proto3 JSON as Temporal's tools export it, one event per line, nothing of the machine in it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import packageJson from '../../package.json' with { type: 'json' };
import type { StateName } from './states.ts';

const { version } = packageJson;

export type History = ReturnType<typeof historyFromJSON>;
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const FOLDER = join(import.meta.dirname, 'histories');
const fileOf = (name: string): string => join(FOLDER, `${name}.json`);

/** Of all that are stored, by the version that recorded them: `0.1.0/sweepWorkflow/run`. */
export const storedNames = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => relative(FOLDER, join(FOLDER, path)).slice(0, -'.json'.length))
    .toSorted();

export const readText = (name: string): string => readFileSync(fileOf(name), 'utf8');

export const readHistory = (name: string): History => historyFromJSON(JSON.parse(readText(name)));

/** Recorded by the version of today; what earlier ones left stays. */
export function writeHistory(state: StateName, history: History): void {
  const { events } = scrub(JSON.parse(historyToJSON(history)) as Json) as { events: Json[] };
  const file = fileOf(`${version}/${state}`);
  mkdirSync(dirname(file), { recursive: true });
  const lines = events.map((event) => JSON.stringify(event)).join(',\n');
  writeFileSync(file, `{"events":[\n${lines}\n]}\n`);
}

/** What names the machine, the process or the build that recorded; replay needs none of it. */
const NAMES_THE_MACHINE: Record<string, string> = {
  identity: 'dialwright',
  binaryChecksum: 'dialwright',
  buildId: 'dialwright',
  stackTrace: '',
};

function scrub(json: Json): Json {
  if (Array.isArray(json)) return json.map(scrub);
  if (typeof json !== 'object' || json === null) return json;
  // A worker's own queue is named after its process.
  const own = json['kind'] === 'TASK_QUEUE_KIND_STICKY' ? { name: 'sticky' } : {};
  const scrubbed = Object.entries({ ...json, ...own }).map(([key, value]) => [
    key,
    typeof value === 'string' ? (NAMES_THE_MACHINE[key] ?? value) : scrub(value),
  ]);
  return Object.fromEntries(scrubbed) as Json;
}
