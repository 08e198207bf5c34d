/** The last moment to refuse: the connection is open, and no byte has left. */
import { expect, onTestFinished, test } from 'vitest';
import { gatedClient } from '../../../src/carrier/http/send-once.ts';
import { SendWindowError, type SendWindow } from '../../../src/carrier/http/send-window.ts';
import { rawServer, saying } from '../servers.ts';

/** A window that answers this when the connection has come up. */
function windowThat(verdict: SendWindowError | undefined): SendWindow & { asked: number } {
  return {
    asked: 0,
    signal: new AbortController().signal,
    pass() {
      this.asked += 1;
      return verdict;
    },
    sent: () => verdict === undefined,
    close: () => undefined,
  };
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

test('a closed window keeps every byte back, though the connection stands', async () => {
  const server = await rawServer(saying(OK));
  const window = windowThat(new SendWindowError('too late to send'));
  const client = gatedClient(server.origin, window);
  onTestFinished(() => client.destroy());
  const asking = client.request({ method: 'GET', path: '/' });
  await expect(asking).rejects.toThrow('too late to send');
  await server.firstClosed;
  expect(window.asked).toBe(1);
  expect(server.received()).toBe('');
});

test('an open window lets the request through, and is asked once', async () => {
  const server = await rawServer(saying(OK));
  const window = windowThat(undefined);
  const client = gatedClient(server.origin, window);
  onTestFinished(() => client.destroy());
  const { statusCode } = await client.request({ method: 'GET', path: '/' });
  expect(statusCode).toBe(200);
  expect(window.asked).toBe(1);
  expect(server.received()).toMatch(/^GET \/ HTTP\/1\.1\r\n/);
});
