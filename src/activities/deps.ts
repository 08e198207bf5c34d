import type { Client } from '@temporalio/client';
import type { CarrierAccount } from '../carrier/carrier-account/account.ts';
import type { CarrierClient } from '../carrier/client.ts';
import type { CarrierProfile } from '../carrier/http/profile.ts';
import type { Timing } from '../domain/timing.ts';
import type { Store } from '../store/store.ts';
import type { Notifier } from './campaigns/notifier.ts';
import type { RecordingQuota } from './recordings/recordings-folder.ts';

/** What activities work with; made once by the worker. */
export interface ActivityDeps {
  store: Store;
  carrier: CarrierClient;
  /** Its other operations. */
  account: CarrierAccount;
  carrierProfile: CarrierProfile;
  /** Starts and signals workflows. */
  client: Client;
  timing: Timing;
  /** Rung where a call of this process gives its agent back. */
  agentFreed: Notifier;
  /** Where the carrier reaches our ingress; undefined: no webhooks. */
  publicUrl: string | undefined;
  hookSecrets: readonly string[];
  recordingsDir: string;
  recordingOrigins: readonly string[];
  recordingQuota: RecordingQuota;
  nowMs: () => number;
}
