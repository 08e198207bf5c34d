import { expect, test } from 'vitest';
import { campaignBegins } from '../../../../src/dashboard/pages/calls/call-search.ts';

test('the name of a campaign stands at the first of its calls that follow each other', () => {
  const names = ['Spring', 'Spring', 'Autumn', null, null, 'Spring'];
  const calls = names.map((campaign_name, index) => ({ ref: `c1.${index}.1`, campaign_name }));
  expect(campaignBegins(calls)).toEqual(['c1.0.1', 'c1.2.1', 'c1.3.1', 'c1.5.1']);
  expect(campaignBegins([])).toEqual([]);
});
