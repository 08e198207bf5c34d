/** The settings of the example: the simulated carrier's and the product's. */
import { fileURLToPath } from 'node:url';
import { recordingHookUrl } from '../carrier/calls/tokens.ts';
import { loadConfig, type Config } from '../config/config.ts';
import { exampleSipAccounts } from './example/example-campaign.ts';
import type { SimulatorProcess } from './simulator-process.ts';
import type { Secrets, StateFolder } from './state-folder.ts';
import type { TroubleName } from '../terminal/trouble-names.ts';
import { troubleOf } from './trouble.ts';

/** The clocks of the simulated carrier and of the product run faster by this factor, so that minutes take seconds. */
export const TIME_FACTOR = 20;
/** As the simulated carrier's balance. */
const CURRENCY = 'EUR';
/** The carrier accepts only public https URLs. The simulator sends webhooks for this one to our local port. */
const PUBLIC_URL = 'https://dialwright.example';
/** Declares operations that the document only names and the simulated carrier has: balance and call records. */
const CARRIER_PROFILE = fileURLToPath(
  new URL('../../examples/carrier-operations.json', import.meta.url),
);

/** The simulated carrier's behaviour in the example; examples/README.md explains the choice. */
export function simulatorArguments(where: {
  state: StateFolder;
  secrets: Secrets;
  port: number;
  simulatorPort: number;
  storagePort: number;
  trouble?: TroubleName | undefined;
}): string[] {
  const { state, secrets } = where;
  const recordingHook = recordingHookUrl(PUBLIC_URL, secrets.hookSecrets.split(','));
  return [
    `--ledger=${state.file('ledger.ndjson')}`,
    `--port=${where.simulatorPort}`,
    `--storage-port=${where.storagePort}`,
    `--api-key=${secrets.carrierApiKey}`,
    `--time-factor=${TIME_FACTOR}`,
    `--deliver=${PUBLIC_URL}=http://127.0.0.1:${where.port}`,
    `--recording-webhook-url=${recordingHook}`,
    '--seed=4',
    '--talk-ms=20s-100s',
    '--recorded=1',
    '--lost-recording-webhooks=0.04',
    '--lost-acks=0.02',
    ...exampleSipAccounts().map((name) => `--sip-account=${name}`),
    ...((where.trouble && troubleOf(where.trouble).at?.begins) ?? []),
  ];
}

export const productConfig = (where: Parameters<typeof productSettings>[0]): Config =>
  loadConfig(productSettings(where));

export function productSettings(where: {
  state: StateFolder;
  secrets: Secrets;
  port: number;
  simulator: Pick<SimulatorProcess, 'url' | 'storageUrl'>;
}): NodeJS.ProcessEnv {
  const { state, secrets, port, simulator } = where;
  // Only these are taken from the environment, because the example must never reach a real carrier.
  return {
    ...pick(process.env, [
      'DIALWRIGHT_PAYLOAD_KEYS',
      'DIALWRIGHT_CODEC_ORIGINS',
      'DIALWRIGHT_METRICS',
      'TEMPORAL_WEB_UI_URL',
    ]),
    DIALWRIGHT_CARRIER_URL: simulator.url,
    DIALWRIGHT_CARRIER_API_KEY: secrets.carrierApiKey,
    DIALWRIGHT_CARRIER_PROFILE: CARRIER_PROFILE,
    DIALWRIGHT_PUBLIC_URL: PUBLIC_URL,
    DIALWRIGHT_HOOK_SECRETS: secrets.hookSecrets,
    DIALWRIGHT_API_KEYS: secrets.apiKeys,
    DIALWRIGHT_DATABASE_URL: `sqlite:${state.file('dialwright.sqlite')}`,
    DIALWRIGHT_RECORDINGS: state.file('recordings'),
    DIALWRIGHT_RECORDING_ORIGINS: new URL(simulator.storageUrl).origin,
    DIALWRIGHT_PORT: String(port),
    DIALWRIGHT_TIME_FACTOR: String(TIME_FACTOR),
    DIALWRIGHT_CURRENCY: CURRENCY,
  };
}

function pick(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(names.map((name) => [name, env[name]]));
}
