import type { ApiProblem } from '../../api/problem.ts';

interface ListUsers {
  /** The first of them. */
  campaigns: readonly { id: string; name: string; state: string }[];
  total: number;
}

/** The campaigns for which a list was not deleted. */
export function campaignsUsing(problem: ApiProblem | undefined): ListUsers {
  if (problem?.code !== 'list_in_use') return { campaigns: [], total: 0 };
  const { campaigns, campaigns_total: total } = problem.more as {
    campaigns?: ListUsers['campaigns'];
    campaigns_total?: number;
  };
  return { campaigns: campaigns ?? [], total: total ?? campaigns?.length ?? 0 };
}
