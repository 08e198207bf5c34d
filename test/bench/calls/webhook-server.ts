/** Where webhooks come in, for everybody but the product: 204 once one is taken for good, 503 where it could not be. */
import { createServer } from 'node:http';

export interface Webhook {
  event: string;
  event_seq: number;
  occurred_at: string;
  data: object;
}

export async function serveWebhooks(
  port: number,
  take: (key: string, webhook: Webhook) => Promise<unknown>,
): Promise<void> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      take(request.url!.slice(1), JSON.parse(Buffer.concat(chunks).toString()) as Webhook).then(
        () => void response.writeHead(204).end(),
        (error: unknown) => {
          console.error(error);
          response.writeHead(503).end();
        },
      );
    });
  });
  server.listen(port, '127.0.0.1');
  await new Promise((resolve) => void server.once('listening', resolve));
}
