/**
 * A call on DBOS Transact and Postgres: a workflow with a step that places, messages received until the call is
 * complete, and a step that confirms. The ingress sends each webhook as a message with an idempotency key.
 *
 * Gives: a workflow goes on after its process died, from its last step; repeats are dropped; workflows and their steps
 * are rows that can be read, forked and cancelled.
 * Does not, as it stands here: a step may run again when its process died over it, so a POST whose answer was lost would
 * be made twice; a lost webhook is waited for until the receive's time is over and the workflow fails; no agents, hours,
 * caps or pauses.
 */
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';

const TOPIC = 'webhook';
const CONNECTIONS = 20;
const WAIT = { timeoutSeconds: 600 };

export async function openIngress({ url }) {
  const client = await DBOSClient.create({
    systemDatabaseUrl: url,
    systemDatabasePoolSize: CONNECTIONS,
  });
  return (key, webhook) => client.send(key, webhook, TOPIC, `${key}-${webhook.event_seq}`);
}

export async function openWorker({ url }, carrier) {
  const call = DBOS.registerWorkflow(
    async (key) => {
      const { id } = await DBOS.runStep(() => carrier.place(key), { name: 'place' });
      const heard = new Set();
      while (!heard.has('click2call.completed') || !heard.has('click2call.finalized')) {
        const webhook = await DBOS.recv(TOPIC, WAIT);
        if (webhook === null) throw new Error('no webhook within the time');
        heard.add(webhook.event);
      }
      return DBOS.runStep(() => carrier.show(id), { name: 'confirm' });
    },
    { name: 'call' },
  );
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: url,
    systemDatabasePoolSize: CONNECTIONS,
    logLevel: 'error',
  });
  await DBOS.launch();

  return {
    async call(key) {
      const handle = await DBOS.startWorkflow(call, { workflowID: key })(key);
      await handle.getResult();
    },
    async records(workflowIDs) {
      const asked = { workflowIDs, status: 'SUCCESS', loadOutput: true };
      return (await DBOS.listWorkflows(asked)).map(({ output }) => output);
    },
  };
}
