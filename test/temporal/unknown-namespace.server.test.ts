import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { StartError } from '../../src/process/start-error.ts';
import { connectWorker } from '../../src/process/temporal.ts';

test('a namespace that Temporal does not know is an error of one sentence, with the setting', async () => {
  vi.stubEnv('TEMPORAL_ADDRESS', inject('temporalAddress'));
  vi.stubEnv('TEMPORAL_NAMESPACE', 'nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  const fault = await connectWorker().catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(StartError);
  expect((fault as Error).message).toMatch(
    /^Temporal at \S+ refuses: Namespace nowhere is not found; .*TEMPORAL_NAMESPACE.*\.$/,
  );
});
