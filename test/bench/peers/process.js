/** One process of a peer: its ingress, or its worker with the window of calls in it. Started by `startPeer`. */
import { openStubClient } from '../calls/stub-client.ts';
import { serveWebhooks } from '../calls/webhook-server.ts';
import { keepUnderWay } from '../calls/window.ts';

process.once('disconnect', () => process.exit(0));
/** @type {import('./start-peer.ts').PeerPlan} */
const plan = JSON.parse(process.argv[2]);
const { openIngress, openWorker } = await import(`./${plan.peer}.js`);

if (plan.role === 'ingress') {
  await serveWebhooks(plan.port, await openIngress(plan.store));
} else {
  const worker = await openWorker(plan.store, openStubClient(plan.stubUrl));
  let runs = 0;
  let keys = [];
  const answers = {
    async run({ load }) {
      const run = runs++;
      keys = Array.from({ length: load.calls }, (_, number) => `r${run}-${number}`);
      return keepUnderWay(load, (number) => worker.call(keys[number]));
    },
    async stored() {
      const records = await worker.records(keys);
      return new Set(records.filter(isWhole).map(({ id }) => id)).size;
    },
  };
  process.on('message', (asked) => {
    void answers[asked.ask](asked).then((answer) => process.send(answer));
  });
}
process.send('ready');

function isWhole({ status, cost, recording_url: recording }) {
  return status === 'completed' && cost !== null && recording !== null;
}
