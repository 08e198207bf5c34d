import { expect, test } from 'vitest';
import { webUiUrl } from '../../src/cli/open-command.ts';
import { runProgram } from './run-program.ts';

test('a call is its workflow, a campaign the search for its calls', () => {
  expect(webUiUrl('cabc.1.1', {})).toBe(
    'http://127.0.0.1:8233/namespaces/default/workflows/call.cabc.1.1',
  );
  const env = { TEMPORAL_WEB_UI_URL: 'https://temporal.example/', TEMPORAL_NAMESPACE: 'dial' };
  expect(webUiUrl('cabc', env)).toBe(
    'https://temporal.example/namespaces/dial/workflows?query=DialwrightCampaign%3D%22cabc%22',
  );
});

test('without a terminal the address is printed, and nothing is opened', async () => {
  const { code, out, talk } = await runProgram(['open', 'cabc.1.1']);
  expect({ code, talk }).toEqual({ code: 0, talk: '' });
  expect(out).toMatch(/call\.cabc\.1\.1\n$/);
});
