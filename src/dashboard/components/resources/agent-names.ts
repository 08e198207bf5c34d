/** Names of agents, where a call or a callback has only their id. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../../api/api.ts';

/** A name that was changed is shown after so long. */
const FRESH_MS = 60_000;

const names = signal<ReadonlyMap<string, string>>(new Map());
let readAtMs = -Infinity;

async function read(): Promise<void> {
  if (performance.now() - readAtMs < FRESH_MS) return;
  readAtMs = performance.now();
  try {
    const { data } = await api.get('/v1/agents');
    names.value = new Map(data.map(({ id, name }) => [id, name]));
  } catch {
    // Ids are shown meanwhile. What else the page reads says why.
    readAtMs = -Infinity;
  }
}

/** The id, until the name is known or if the agent was deleted. */
export function useAgentName(id: string): string {
  useEffect(() => void read(), [id]);
  return names.value.get(id) ?? id;
}
