/**
 * The only interface to the database. Every method is one whole transaction, and no database handle leaves the store.
 * It is asynchronous so that it also fits a database server. Times are epoch milliseconds by the store's clock, given by
 * the caller. Money is a decimal string. A method whose work was already done returns the same answer as the first time.
 */
import type { AccountStore } from './account-store.ts';
import type { AgentPageStore } from './agent-page-store.ts';
import type { AgentStore } from './agent-store.ts';
import type { ArchiveStore } from './privacy/archive-store.ts';
import type { AuditStore } from './audit-store.ts';
import type { CallbackStore } from './campaigns/callback-store.ts';
import type { CallStore } from './calls/call-store.ts';
import type { CampaignReadingStore } from './campaigns/campaign-reading-store.ts';
import type { CampaignStore } from './campaigns/campaign-store.ts';
import type { ConsentStore } from './campaigns/consent-store.ts';
import type { ContactJobStore } from './campaigns/contact-job-store.ts';
import type { CarrierChangeStore } from './carrier-change-store.ts';
import type { DecisionStore } from './decision-store.ts';
import type { EndpointStore } from './events/endpoint-store.ts';
import type { EventStore } from './events/event-store.ts';
import type { FiguresStore } from './statistics/figures-store.ts';
import type { ForecastStore } from './campaigns/forecast-store.ts';
import type { ImportStore, ImportUndoStore } from './campaigns/import-store.ts';
import type { KeyStore } from './keys/key-store.ts';
import type { InboxStore } from './calls/inbox-store.ts';
import type { OutcomeStore } from './outcomes/outcome-store.ts';
import type { PrivacyStore } from './privacy/privacy-store.ts';
import type { PlacementStore } from './calls/placement-store.ts';
import type { ReconciliationStore } from './reconciliation-store.ts';
import type { RecordingStore } from './calls/recording-store.ts';
import type { StatisticsStore } from './statistics/statistics-store.ts';
import type { ReportJobStore } from './statistics/report-job-store.ts';
import type { RestoreStore } from './restore-store.ts';
import type { RetentionStore } from './privacy/retention-store.ts';
import type { SuppressionStore } from './campaigns/suppression-store.ts';
import type { SweepStore } from './sweep-store.ts';
import type { TallyStore } from './statistics/tally-store.ts';
import type { UserStore } from './keys/user-store.ts';
import type { WebhookStore } from './calls/webhook-store.ts';
import type { WorkflowStore } from './workflows/workflow-store.ts';

export interface Store
  extends
    AccountStore,
    AgentPageStore,
    AgentStore,
    ArchiveStore,
    AuditStore,
    CampaignReadingStore,
    CampaignStore,
    CallStore,
    CallbackStore,
    CarrierChangeStore,
    ConsentStore,
    ContactJobStore,
    DecisionStore,
    EndpointStore,
    EventStore,
    FiguresStore,
    ForecastStore,
    ImportStore,
    ImportUndoStore,
    OutcomeStore,
    PlacementStore,
    PrivacyStore,
    InboxStore,
    KeyStore,
    ReconciliationStore,
    RecordingStore,
    RestoreStore,
    RetentionStore,
    StatisticsStore,
    ReportJobStore,
    SuppressionStore,
    SweepStore,
    TallyStore,
    UserStore,
    WebhookStore,
    WorkflowStore {
  /** Throws if the database cannot be read and written now. */
  check(): Promise<void>;
  /** The clock that decides, the same for all processes: the database server's; with SQLite that of this machine. */
  nowMs(): number;
  /** 32 hexadecimal digits, given when the database was created: its processes share one Temporal namespace. */
  installationId(): Promise<string>;
  close(): Promise<void>;
}
