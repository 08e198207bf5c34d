import type { Client } from '@temporalio/client';
import type { CarrierAccount } from '../carrier/carrier-account/account.ts';
import type { CarrierClient } from '../carrier/client.ts';
import type { CarrierProfile } from '../carrier/http/profile.ts';
import type { Timing } from '../domain/timing.ts';
import type { Store } from '../store/store.ts';
import type { Poller } from './calls/polling.ts';
import type { CallShare } from './campaigns/call-share.ts';
import type { Notifier } from './campaigns/notifier.ts';
import type { WrapUps } from './campaigns/wrap-ups.ts';
import type { TypeReplayed } from './deploys/type-replayed.ts';
import type { RehearsalRoom } from './planning/rehearsal-room.ts';
import type { DeskSpacing } from './recordings/desk-spacing.ts';
import type { RecordingArchive } from '../recordings-archive/recording-archive.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';
import type { RecordingQuota } from '../recordings-archive/recording-quota.ts';

/** The dependencies of activities. The worker creates them once. */
export interface ActivityDeps {
  store: Store;
  carrier: CarrierClient;
  /** The carrier's other operations. */
  account: CarrierAccount;
  carrierProfile: CarrierProfile;
  /** Starts and signals workflows. */
  client: Client;
  timing: Timing;
  /** Notified when a call of this process frees an agent who has no next call yet. */
  agentFreed: Notifier;
  wrapUps: WrapUps;
  callShare: CallShare;
  /** The URL by which the carrier reaches our ingress; undefined: no webhooks. */
  publicUrl: string | undefined;
  hookSecrets: readonly string[];
  recordings: RecordingArchive;
  recordingOrigins: readonly string[];
  recordingQuota: RecordingQuota;
  /** Before the POST leaves: how far the database has come, kept outside of it. */
  notePlacement: (serial: number) => void;
  /** Replays open runs that are not bound to their build with the workflows of this one: so many of each type. */
  replayMovingRuns: (
    mostOfEachType: number,
    progress: (replayed: number) => void,
  ) => Promise<TypeReplayed[]>;
  /** Sends events to endpoints. */
  webhooks: WebhookSender;
  /** Whether names of campaigns may be search attributes, which are never encrypted. */
  namesSearchable: boolean;
  /** How long events are kept for readers. */
  eventsKeptMs: number;
  nowMs: () => number;
}

/** The dependencies, and the state that activities of one process share. */
export interface ActivityContext extends ActivityDeps {
  poller: Poller;
  deskSpacing: DeskSpacing;
  rehearsals: RehearsalRoom;
}
