import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missingSearchAttributes } from '../../src/process/temporal.ts';
import { SEARCH_ATTRIBUTES } from '../../src/contract/messages.ts';
import { untilSearchable, useOwnNamespace } from './own-namespace.ts';

let client: Client;

beforeAll(async () => {
  const { address, namespace } = await useOwnNamespace();
  client = new Client({ connection: await Connection.connect({ address }), namespace });
});

afterAll(async () => client.connection.close());

test('a namespace of a test takes starts and finds them by the product’s search attributes', async () => {
  expect(await missingSearchAttributes(client)).toEqual(Object.values(SEARCH_ATTRIBUTES));
  await untilSearchable(client);
  const name = SEARCH_ATTRIBUTES.campaign;
  await client.workflow.start('anyWorkflow', {
    taskQueue: 'nobody-listens',
    workflowId: 'a-start',
    searchAttributes: { [name]: ['a-campaign'] },
  });
  await expect
    .poll(async () => (await client.workflow.count(`${name} = 'a-campaign'`)).count, {
      timeout: 10_000,
    })
    .toBe(1);
});
