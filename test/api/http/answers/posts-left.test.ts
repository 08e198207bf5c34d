import { expect, test } from 'vitest';
import type { PostScope } from '../../../../src/store/calls/placement-store.ts';
import { startApi } from '../../api-under-test.ts';

test('an import that puts numbers on a suppression list is answered after all POSTs that may leave, others at once', async () => {
  const waitedFor: PostScope[] = [];
  let leaving = 2;
  const on = await startApi({
    store: (store) => ({
      ...store,
      postsLeaving: async (scope) => {
        waitedFor.push(scope);
        return leaving--;
      },
    }),
  });
  const id = await on.campaign();
  await on.call('PUT', '/v1/suppressions/dnc', { payload: { name: 'Do not call' } });
  const send = (query: string) =>
    on.call('POST', `/v1/campaigns/${id}/contacts${query}`, {
      payload: 'number,suppress\n+12025550101,no\n',
      headers: { 'content-type': 'text/csv' },
    });
  expect((await send('?suppress_list=dnc')).statusCode).toBe(200);
  expect(waitedFor).toEqual([{}, {}, {}]);
  const plain = { contacts: [{ number: '+12025550102' }] };
  await on.call('POST', `/v1/campaigns/${id}/contacts`, { payload: plain });
  expect(waitedFor).toHaveLength(3);
  await on.stop();
});
