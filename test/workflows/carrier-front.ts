/** Stands before the simulated carrier, over real HTTP; answers reads of calls otherwise and refuses hang-ups when asked to. */
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The carrier's answer about a call, and how to answer instead. */
export type Tamper = (said: { status: number; body: string }, response: ServerResponse) => void;

/** Passes on the carrier's answer, with these fields of the call changed. */
export const changed =
  (fields: Record<string, unknown>): Tamper =>
  ({ status, body }, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...(JSON.parse(body) as object), ...fields }));
  };

export const refusing =
  (status: number, headers: Record<string, string> = {}): Tamper =>
  (_said, response) =>
    void response.writeHead(status, headers).end('{}');

export async function startCarrierFront() {
  let behind = '';
  let tamper: Tamper | undefined;
  let hangupStatus: number | undefined;
  const server = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming;
    if (method === 'DELETE' && hangupStatus !== undefined) {
      response.writeHead(hangupStatus).end('{}');
      return;
    }
    const isRead = method === 'GET' && path?.startsWith('/api/v1/click2call/');
    const outgoing = request(new URL(path ?? '/', behind), { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const status = answer.statusCode ?? 502;
        if (isRead && tamper) return tamper({ status, body: bytes.toString() }, response);
        response.writeHead(status, answer.headers).end(bytes);
      });
      answer.on('error', () => response.destroy());
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    standBefore: (url: string) => void (behind = url),
    /** Without one, reads pass as they are. */
    answerReads: (next?: Tamper) => void (tamper = next),
    /** Without a status, hang-ups pass; with one, the carrier behind never receives them. */
    refuseHangups: (status?: number) => void (hangupStatus = status),
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
