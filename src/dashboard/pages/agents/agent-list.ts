/** Which agents the page of agents shows. */
import type { Schemas } from '../../../client/client.ts';

type Agent = Pick<Schemas['Agent'], 'id' | 'name' | 'pools' | 'activity'>;

export interface AgentFilter {
  pool: string;
  state: string;
  /** A part of the name or the id. */
  text: string;
}

/** An empty part of the filter fits all. */
export function fittingAgents<One extends Agent>(
  agents: readonly One[],
  { pool, state, text }: AgentFilter,
): One[] {
  const wanted = text.trim().toLowerCase();
  return agents.filter(
    ({ id, name, pools, activity }) =>
      (pool === '' || pools.includes(pool)) &&
      (state === '' || activity.state === state) &&
      (name.toLowerCase().includes(wanted) || id.toLowerCase().includes(wanted)),
  );
}

export const poolsOfAll = (agents: readonly Pick<Agent, 'pools'>[]): string[] =>
  [...new Set(agents.flatMap(({ pools }) => pools))].toSorted();

/** The names in a text such as `sales, spanish`. */
export const poolNames = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
