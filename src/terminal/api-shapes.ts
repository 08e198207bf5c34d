/** Types of the API's answers, from its own schemas. They are types only, so that no module is loaded. */
import type * as z from 'zod';
import type { AccountStateView, AccountView } from '../api/account/account-view.ts';
import type { AuditView } from '../api/audit/audit.ts';
import type { CallbackTurnView, CallbackView } from '../api/callbacks/callback-view.ts';
import type { CallDetailView, CallView } from '../api/calls/call-view.ts';
import type { ContactView } from '../api/contacts/contact-list.ts';
import type { HoldRuleView } from '../api/account/hold-rules-view.ts';
import type { ForecastView } from '../api/planning/forecast.ts';
import type { ImportReportView, ImportView } from '../api/contacts/import-view.ts';
import type { ReconciliationView } from '../api/reconciliation/reconciliation-view.ts';
import type { CampaignProgressView, CampaignView } from '../api/campaigns/campaign-view.ts';

export type { PreflightAnswer } from '../api/planning/preflight.ts';
export type { RehearsalAnswer } from '../api/planning/rehearsal-view.ts';
export type { WhyAnswer } from '../api/planning/why.ts';

export type Account = z.infer<typeof AccountView>;
export type AccountState = z.infer<typeof AccountStateView>;
export type HoldRule = z.infer<typeof HoldRuleView>;
export type Campaign = z.infer<typeof CampaignView>;
export type CampaignProgress = z.infer<typeof CampaignProgressView>;
export type ClonedCampaign = Campaign & {
  contacts_copied: number;
  contact_job: CampaignProgress['contact_job'];
};
export type AuditEntry = z.infer<typeof AuditView>;
export type Call = z.infer<typeof CallView>;
export type Callback = z.infer<typeof CallbackView>;
export type CallbackTurn = z.infer<typeof CallbackTurnView>;
export type CallDetail = z.infer<typeof CallDetailView>;

export type Forecast = z.infer<typeof ForecastView>;
export type Contact = z.infer<typeof ContactView>;
export type Reconciliation = z.infer<typeof ReconciliationView>;
export type Import = z.infer<typeof ImportView>;
export type ImportReport = z.infer<typeof ImportReportView>;

export interface List<Item> {
  data: Item[];
  next_cursor: string | null;
}
