import type { Client } from '@temporalio/client';
import type { CarrierAccount } from '../carrier/carrier-account/account.ts';
import type { CarrierClient } from '../carrier/client.ts';
import type { CarrierProfile } from '../carrier/http/profile.ts';
import type { Timing } from '../domain/timing.ts';
import type { Store } from '../store/store.ts';
import type { Poller } from './calls/polling.ts';
import type { Notifier } from './campaigns/notifier.ts';
import type { DeskSpacing } from './recordings/desk-spacing.ts';
import type { RecordingArchive, RecordingQuota } from '../recordings-archive/recording-archive.ts';

/** What activities work with; made once by the worker. */
export interface ActivityDeps {
  store: Store;
  carrier: CarrierClient;
  /** The carrier's other operations. */
  account: CarrierAccount;
  carrierProfile: CarrierProfile;
  /** Starts and signals workflows. */
  client: Client;
  timing: Timing;
  /** Notified when a call of this process gives its agent back. */
  agentFreed: Notifier;
  /** Where the carrier reaches our ingress; undefined: no webhooks. */
  publicUrl: string | undefined;
  hookSecrets: readonly string[];
  recordings: RecordingArchive;
  recordingOrigins: readonly string[];
  recordingQuota: RecordingQuota;
  nowMs: () => number;
}

/** The deps, and what activities of one process share beyond them. */
export interface ActivityContext extends ActivityDeps {
  poller: Poller;
  deskSpacing: DeskSpacing;
}
