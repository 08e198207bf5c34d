/** The floor's ingress: a webhook is acknowledged once its signal is. */
import { Client, Connection } from '@temporalio/client';
import { serveWebhooks } from './webhook-server.ts';

export interface IngressPlan {
  temporalAddress: string;
  port: number;
}

const plan = JSON.parse(process.argv[2]!) as IngressPlan;
const connection = await Connection.connect({ address: plan.temporalAddress });
const client = new Client({ connection });

await serveWebhooks(plan.port, (key, { event }) =>
  client.workflow
    .getHandle(key)
    .signal('webhook', event)
    // A webhook that comes once more when its call is over has no workflow to signal.
    .catch((error: Error) => {
      if (error.name !== 'WorkflowNotFoundError') throw error;
    }),
);
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
