/** The real product in a process of its own, on a Temporal server, with a simulated carrier. */
import { join } from 'node:path';
import { recordingHookUrl } from '../src/carrier/calls/tokens.ts';
import { startSimulator, type Simulator } from '../src/simulator/start-simulator.ts';
import { startProduct } from './privacy/product-process.ts';
import { useOwnNamespace } from './temporal/own-namespace.ts';
import { freePort } from './free-port.ts';

export const PUBLIC_URL = 'https://dialwright.example';
export const HOOK_SECRET = 'a-hook-secret-of-at-least-32-characters';

export interface WholeProduct {
  url: string;
  apiKey: string;
  databaseUrl: string;
  simulator: Simulator;
  temporal: { address: string; namespace: string };
  /** Stops the product and starts it again with the same data. `whileAway`: between the two. */
  restart(whileAway?: () => Promise<void>): Promise<void>;
  /** Stops product and carrier. */
  stop(): Promise<void>;
}

interface Options {
  /** The clocks of carrier and product run faster by this factor. */
  timeFactor: number;
  settings?: Record<string, string>;
  /** By default, a namespace of its own on the shared Temporal server. */
  temporal?: { address: string; namespace: string };
}

/**
 * How a call ends depends on the last digit of its number.
 * @param folder for all data; the test removes it
 */
export async function startWholeProduct(
  folder: string,
  { timeFactor, settings = {}, temporal }: Options,
): Promise<WholeProduct> {
  const { address, namespace } = temporal ?? (await useOwnNamespace());
  const port = await freePort();
  const simulator = await startSimulator({
    ledger: join(folder, 'ledger.ndjson'),
    apiKey: 'carrier-key',
    timeFactor,
    outcomeByLastDigit: true,
    deliver: [`${PUBLIC_URL}=http://127.0.0.1:${port}`],
    recordingWebhookUrl: recordingHookUrl(PUBLIC_URL, [HOOK_SECRET]),
  });
  const url = `http://127.0.0.1:${port}`;
  const apiKey = 'operator-key-0123456789';
  const databaseUrl = `sqlite:${join(folder, 'store.sqlite')}`;
  const environment = {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    DIALWRIGHT_CARRIER_URL: simulator.url,
    DIALWRIGHT_CARRIER_API_KEY: 'carrier-key',
    DIALWRIGHT_PUBLIC_URL: PUBLIC_URL,
    DIALWRIGHT_HOOK_SECRETS: HOOK_SECRET,
    DIALWRIGHT_API_KEYS: apiKey,
    DIALWRIGHT_DATABASE_URL: databaseUrl,
    DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
    DIALWRIGHT_RECORDING_ORIGINS: simulator.storageUrl,
    DIALWRIGHT_PORT: String(port),
    DIALWRIGHT_TIME_FACTOR: String(timeFactor),
    DIALWRIGHT_CURRENCY: 'EUR',
    ...settings,
  };
  const start = () => startProduct(environment, { url, logFile: join(folder, 'product.log') });
  let product = await start();
  const restart = async (whileAway?: () => Promise<void>) => {
    await product.stop();
    await whileAway?.();
    product = await start();
  };
  const stop = async () => {
    await product.stop();
    await simulator.stop();
  };
  return { url, apiKey, databaseUrl, simulator, temporal: { address, namespace }, restart, stop };
}
