/** Receives events as webhooks: DIALWRIGHT_WEBHOOK_SECRET=whsec_… node receive-events.ts 4000 */
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Schemas } from 'dialwright/client';

const [, , port = '4000'] = process.argv;
const webhook = new Webhook(process.env['DIALWRIGHT_WEBHOOK_SECRET'] ?? '');
/** Ids of events that were taken. A real program keeps them with what it does. */
const taken = new Set<string>();

/** Whether the request is an event of this secret. */
async function take(request: IncomingMessage): Promise<boolean> {
  const headers = request.headers as Record<string, string>;
  try {
    // Throws if the signature is of another secret, or the request is older than five minutes.
    const event = webhook.verify(await text(request), headers) as Schemas['Event'];
    if (!taken.has(event.id)) console.log(event.id, event.type, event.subject);
    taken.add(event.id);
    return true;
  } catch {
    return false;
  }
}

createServer((request, response) => {
  void take(request).then((isTaken) => response.writeHead(isTaken ? 204 : 400).end());
}).listen(Number(port), '127.0.0.1', () => console.log(`listening on ${port}`));
