import { expect, test } from 'vitest';
import { webUiUrl } from '../../src/domain/web-ui.ts';

test('a call is its workflow, a campaign the search for its calls', () => {
  expect(webUiUrl('cabc.1.1', { url: 'http://127.0.0.1:8233', namespace: 'default' })).toBe(
    'http://127.0.0.1:8233/namespaces/default/workflows/call.cabc.1.1',
  );
  expect(webUiUrl('cabc', { url: 'https://temporal.example/', namespace: 'dial' })).toBe(
    'https://temporal.example/namespaces/dial/workflows?query=DialwrightCampaign%3D%22cabc%22',
  );
});
