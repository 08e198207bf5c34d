import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../run-program.ts';

test('a Temporal that does not answer is asked once, and what it would show is not waited for', async () => {
  let connections = 0;
  // It accepts connections and never says anything.
  const silent = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  });
  onTestFinished(() => void silent.close());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const env = { PATH: '', TEMPORAL_ADDRESS: `127.0.0.1:${port}` };
  const { out } = await runProgram(['doctor', '--json'], env);
  const found = JSON.parse(out) as { subject: string; found: string }[];
  const of = (subject: string) => found.find((one) => one.subject === subject)?.found;
  expect(of('Temporal')).toContain('Failed to connect before the deadline');
  expect([of('search attributes'), of('workers')]).toEqual([
    'not checked, since Temporal does not answer',
    'not checked, since Temporal does not answer',
  ]);
  expect(connections).toBe(1);
});
