import { expect, test } from 'vitest';
import { bundleWorkflows } from '../src/workflow-bundle.ts';
import { WORKFLOWS } from '../src/workflows/messages.ts';

test('the bundle holds every workflow', async () => {
  const code = await bundleWorkflows();
  for (const name of Object.values(WORKFLOWS)) expect(code).toContain(`function ${name}(`);
});
