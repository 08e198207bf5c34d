/** The worker: runs workflows and activities until it is stopped. `npm run worker` starts it alone. */
import { loadConfig } from './config/config.ts';
import { runUntilSignal } from './process/run-until-signal.ts';
import { startWorker } from './process/start-worker.ts';

if (import.meta.main) {
  process.umask(0o077);
  await runUntilSignal(async () => startWorker(loadConfig(process.env)));
}
