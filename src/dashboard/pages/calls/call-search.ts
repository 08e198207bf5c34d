/** The filters of calls as the address holds them. */
import type { RequestOf } from '../../../client/requests.ts';
import { CALL_STATES, DISPOSITIONS, RECORDINGS, SETTLEMENTS } from '../../format/words.ts';

export type CallQuery = NonNullable<RequestOf<'/v1/calls', 'get'>['query']>;

const TEXT_FILTERS = [
  'number',
  'default_country',
  'agent',
  'campaign',
  'outcome',
  'from',
  'to',
] as const;
export const CHOICE_FILTERS = {
  state: CALL_STATES,
  disposition: DISPOSITIONS,
  settlement: SETTLEMENTS,
  recording: RECORDINGS,
} as const;

/** @returns the filters of the API; a choice that does not exist is left out */
export function callQueryOf(query: URLSearchParams): CallQuery {
  const found: Record<string, string> = {};
  for (const name of TEXT_FILTERS) {
    const value = query.get(name)?.trim();
    if (value) found[name] = value;
  }
  for (const [name, choices] of Object.entries(CHOICE_FILTERS)) {
    const value = query.get(name);
    if (value && Object.hasOwn(choices, value)) found[name] = value;
  }
  if (query.get('order') === 'asc') found['order'] = 'asc';
  return found;
}

export const hasFilters = (query: CallQuery): boolean =>
  Object.entries(query).some(([name, value]) => name !== 'order' && value !== undefined);

/** The calls that begin a run of one campaign: its name stands there once. */
export function campaignBegins(
  calls: readonly { ref: string; campaign_name: string | null }[],
): string[] {
  return calls
    .filter(({ campaign_name: name }, index) => calls[index - 1]?.campaign_name !== name)
    .map(({ ref }) => ref);
}

/** A search by one of these may read thousands of calls for a page, so it is not repeated by itself. */
export const isHeavy = ({ number, agent, outcome, from, to }: CallQuery): boolean =>
  [number, agent, outcome, from, to].some((value) => value !== undefined);
