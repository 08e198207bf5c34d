import type { Schemas } from '../../client/client.ts';
import { count } from './numbers.ts';
import { AGENT_ACTIVITIES } from './words.ts';

/** Ready 12 · On a call 3: what agents do, in the order of a call. */
export function activityCounts(
  agents: readonly Pick<Schemas['Agent'], 'activity'>[],
  locale?: string,
): string {
  return Object.entries(AGENT_ACTIVITIES)
    .map(([state, { text }]) => ({
      text,
      agents: agents.filter(({ activity }) => activity.state === state).length,
    }))
    .filter(({ agents }) => agents > 0)
    .map(({ text, agents }) => `${text} ${count(agents, locale)}`)
    .join(' · ');
}
