/** The server: public API and webhook ingress. `npm run server` starts it alone. */
import { loadServerConfig } from './config/config.ts';
import { runUntilSignal } from './process/run-until-signal.ts';
import { startServer } from './process/start-server.ts';

if (import.meta.main) {
  process.umask(0o077);
  await runUntilSignal(async () => startServer(loadServerConfig(process.env)));
}
