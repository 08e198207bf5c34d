/** The floor's ingress: a webhook is acknowledged once its signal is. */
import { createServer } from 'node:http';
import { Client, Connection } from '@temporalio/client';

export interface IngressPlan {
  temporalAddress: string;
  port: number;
}

const plan = JSON.parse(process.argv[2]!) as IngressPlan;
const connection = await Connection.connect({ address: plan.temporalAddress });
const client = new Client({ connection });

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { event } = JSON.parse(Buffer.concat(chunks).toString()) as { event: string };
    client.workflow
      .getHandle(request.url!.slice(1))
      .signal('webhook', event)
      // A webhook that comes once more when its call is over has nobody to tell.
      .catch((error: Error) => {
        if (error.name !== 'WorkflowNotFoundError') throw error;
      })
      .then(
        () => void response.writeHead(204).end(),
        () => void response.writeHead(503).end(),
      );
  });
}).listen(plan.port, '127.0.0.1', () => process.send?.('ready'));
process.once('disconnect', () => process.exit(0));
