/** Searches of the command line on a real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, startApi, type ApiUnderTest } from '../../api/api-under-test.ts';
import { endedCall } from '../../api/calls/placed-call.ts';
import { runProgram } from '../run-program.ts';

let on: ApiUnderTest;
let url: string;
beforeAll(async () => {
  on = await startApi();
  url = await on.api.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => on.stop());

const run = (...args: string[]) =>
  runProgram(args, { DIALWRIGHT_URL: url, DIALWRIGHT_API_KEY: API_KEY });

test('a number without its country code is found in the country that is named', async () => {
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: [{ number: '+442079460177' }] });
  const national = ['--number', '020 7946 0177'];
  const asked = await run('contacts', 'find', ...national);
  expect(asked).toMatchObject({ code: 4, out: '' });
  expect(asked.talk).toContain('needs its country code');
  const named = [...national, '--default-country', 'GB'];
  expect((await run('contacts', 'find', ...named)).out).toContain('+442079460177');
  expect(await run('calls', 'list', ...named)).toMatchObject({ code: 0 });
  expect(await run('callbacks', 'list', ...named)).toMatchObject({ code: 0 });
  expect(await run('reports', 'calls', ...named)).toMatchObject({ code: 0 });
  const show = ['suppressions', 'show', '020 7946 0177', '--default-country', 'GB'];
  expect(await run(...show)).toMatchObject({ code: 0 });
}, 60_000);

test('calls, contacts and campaigns are found by the filters of the API', async () => {
  const ref = await endedCall(on);
  const { number, agentId, campaignId } = await on.store.call(ref);
  const found = await run(
    'calls',
    'list',
    '--number',
    number,
    '--agent',
    agentId!,
    '--from',
    '-1d',
  );
  expect(found.out).toContain(ref);
  const none = await run('calls', 'list', '--campaign', campaignId, '--to', '2020-01-01');
  expect(none.out).not.toContain(ref);
  expect((await run('calls', 'list', '--number', '555')).talk).toContain('number');
  const contact = await run('contacts', 'find', '--number', number.replace('+', '00'));
  expect(contact.out).toMatch(new RegExp(`${campaignId} +1 +\\${number}`));
  expect((await run('contacts', 'find')).talk).toContain('--number, --row-key or --campaign');
  const one = ['contacts', 'find', '--campaign', campaignId];
  expect((await run(...one)).out).toContain(number);
  expect(await run(...one, '--data', 'plan=gold', '--json')).toMatchObject({
    code: 0,
    out: '[]\n',
  });
  expect((await run(...one, '--data', 'plan')).talk).toContain('it has no =');
  expect((await run('contacts', 'find', '--data', 'plan=gold')).talk).toContain('--campaign');
  const campaigns = await run('campaigns', 'list', '--state', 'running', '--order', 'desc');
  expect(campaigns.out).toContain('contacts  open  calls');
  expect(campaigns.out).toContain(campaignId);
}, 60_000);
