import { expect, test } from 'vitest';
import { ApiProblem } from '../../../../src/dashboard/api/problem.ts';
import { campaignsUsing } from '../../../../src/dashboard/pages/suppressions/list-users.ts';

test('a refusal for a list in use names its campaigns, and how many there are', () => {
  const campaigns = [{ id: 'c1', name: 'Autumn survey', state: 'running' }];
  const problem = new ApiProblem(409, { code: 'list_in_use', campaigns, campaigns_total: 12 });
  expect(campaignsUsing(problem)).toEqual({ campaigns, total: 12 });
});

test('another refusal names none', () => {
  expect(campaignsUsing(undefined).total).toBe(0);
  expect(campaignsUsing(new ApiProblem(404, { code: 'not_found' })).total).toBe(0);
});
