import { useQuery } from '../../api/query.ts';

/** By id, of the newest campaigns. An older one is shown by its id. */
export function useCampaignNames(): ReadonlyMap<string, string> {
  const query = { order: 'desc' as const, limit: 200 };
  const { data } = useQuery('/v1/campaigns', { query }, { pollMs: null });
  return new Map((data?.data ?? []).map(({ id, name }) => [id, name]));
}
