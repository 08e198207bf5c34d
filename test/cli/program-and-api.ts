/** The program itself against the real API on a real store, over HTTP. Only Temporal is simulated. */
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { API_KEY, startApi, type StartOptions } from '../api/api-under-test.ts';
import { runProgram } from './run-program.ts';

export async function programAndApi(options: StartOptions = {}) {
  const on = await startApi(options);
  onTestFinished(() => on.stop());
  await on.api.listen({ port: 0, host: '127.0.0.1' });
  const { port } = on.api.server.address() as AddressInfo;
  const env = { PATH: '', DIALWRIGHT_URL: `http://127.0.0.1:${port}`, DIALWRIGHT_API_KEY: API_KEY };
  return {
    on,
    env,
    run: (args: string[], more: Record<string, string> = {}) =>
      runProgram(args, { ...env, ...more }),
  };
}
