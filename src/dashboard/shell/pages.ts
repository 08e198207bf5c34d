/** Which page an address opens. Each page is a file of its own, read when it is opened first. */
import type { ComponentType } from 'preact';
import { fitPath, type PageParameters } from '../path-pattern.ts';

type PageComponent = ComponentType<{ at: PageParameters }>;

const PAGES: Record<string, () => Promise<PageComponent>> = {
  '/': async () => (await import('../pages/now/now-page.tsx')).NowPage,
  '/agents': async () => (await import('../pages/agents/agents-page.tsx')).AgentsPage,
  '/agents/:id': async () => (await import('../pages/agent/agent-page.tsx')).AgentPage,
  '/callbacks': async () => (await import('../pages/callbacks/callbacks-page.tsx')).CallbacksPage,
  '/callbacks/:id': async () => (await import('../pages/callbacks/callback-page.tsx')).CallbackPage,
  '/statistics': async () =>
    (await import('../pages/statistics/statistics-page.tsx')).StatisticsPage,
  '/campaigns': async () => (await import('../pages/campaigns/campaigns-page.tsx')).CampaignsPage,
  '/campaigns/:id/import': async () => (await import('../pages/import/import-page.tsx')).ImportPage,
  '/people': async () => (await import('../pages/people/people-page.tsx')).PeoplePage,
  '/suppressions': async () =>
    (await import('../pages/suppressions/suppressions-page.tsx')).SuppressionsPage,
  '/suppressions/:listId': async () =>
    (await import('../pages/suppressions/suppression-list-page.tsx')).SuppressionListPage,
  '/outcomes': async () => (await import('../pages/outcomes/outcomes-page.tsx')).OutcomesPage,
  '/privacy': async () => (await import('../pages/privacy/privacy-page.tsx')).PrivacyPage,
  '/audit': async () => (await import('../pages/audit/audit-page.tsx')).AuditPage,
  '/keys': async () => (await import('../pages/keys/keys-page.tsx')).KeysPage,
  '/users': async () => (await import('../pages/users/users-page.tsx')).UsersPage,
  '/account': async () => (await import('../pages/account/account-page.tsx')).AccountPage,
  '/reports': async () => (await import('../pages/reports/reports-page.tsx')).ReportsPage,
  '/events': async () => (await import('../pages/events/endpoints-page.tsx')).EndpointsPage,
  '/events/:id': async () => (await import('../pages/events/endpoint-page.tsx')).EndpointPage,
  '/reconciliations': async () =>
    (await import('../pages/reconciliations/reconciliations-page.tsx')).ReconciliationsPage,
  '/reconciliations/:id': async () =>
    (await import('../pages/reconciliations/reconciliation-page.tsx')).ReconciliationPage,
  '/carrier': async () => (await import('../pages/carrier/carrier-page.tsx')).CarrierPage,
  '/carrier/numbers/:number': async () =>
    (await import('../pages/carrier/number-page.tsx')).NumberPage,
  '/carrier/sip-accounts/:account': async () =>
    (await import('../pages/carrier/sip-account-page.tsx')).SipAccountPage,
  '/campaigns/new': async () =>
    (await import('../pages/policy/new-campaign-page.tsx')).NewCampaignPage,
  '/campaigns/:id/policy': async () => (await import('../pages/policy/policy-page.tsx')).PolicyPage,
  '/campaigns/:id': async () => (await import('../pages/campaign/campaign-page.tsx')).CampaignPage,
  '/calls': async () => (await import('../pages/calls/calls-page.tsx')).CallsPage,
  '/calls/:ref': async () => (await import('../pages/call/call-page.tsx')).CallPage,
  '/recordings': async () =>
    (await import('../pages/recordings/recordings-page.tsx')).RecordingsPage,
};

export interface OpenedPage {
  /** The same for all addresses of one page. */
  pattern: string;
  at: PageParameters;
  load: () => Promise<PageComponent>;
}

/** Undefined: no page has this address. */
export function pageAt(path: string): OpenedPage | undefined {
  for (const [pattern, load] of Object.entries(PAGES)) {
    const at = fitPath(pattern, path);
    if (at) return { pattern, at, load };
  }
  return undefined;
}
