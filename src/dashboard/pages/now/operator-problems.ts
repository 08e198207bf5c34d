/** What is wrong with the account, and what a person does about it. */
import type { Schemas } from '../../../client/client.ts';

type Alert = Schemas['Alert'];

export interface OperatorProblem {
  kind: 'stopped' | Alert['kind'];
  subject: string;
  tone: 'bad' | 'warn';
  title: string;
  text: string;
  since: string;
  /** What happens next by itself. */
  next?: { text: string; at: string };
  /** Where it is put right. */
  href?: { to: string; text: string };
}

interface Shown {
  title: string;
  tone: 'bad' | 'warn';
  href?: { to: string; text: string };
}

/** The worst first: nobody dials, then money and evidence, then what only comes late. */
const ALERTS: Record<Alert['kind'], Shown> = {
  hold: { title: 'The carrier refuses the account', tone: 'bad' },
  'temporal-away': { title: 'Temporal cannot be used', tone: 'bad' },
  'worker-away': { title: 'A worker is away', tone: 'bad' },
  'sweep-away': { title: 'The sweep does not run', tone: 'bad' },
  'workflow-stuck': { title: 'A workflow does not work', tone: 'bad' },
  'ingress-silent': {
    title: 'Webhooks do not arrive',
    tone: 'warn',
    href: { to: '/account', text: 'Show the servers' },
  },
  'unknown-calls': {
    title: 'Calls with an unknown end',
    tone: 'bad',
    href: { to: '/calls?disposition=unknown', text: 'Show the calls' },
  },
  'no-agents': {
    title: 'No agent is ready',
    tone: 'warn',
    href: { to: '/agents', text: 'Show the agents' },
  },
  budget: { title: 'The budget is nearly spent', tone: 'warn' },
  'recordings-late': {
    title: 'Recordings are late',
    tone: 'warn',
    href: { to: '/recordings', text: 'Show the queue' },
  },
  'webhook-endpoint': {
    title: 'A webhook endpoint is disabled',
    tone: 'warn',
    href: { to: '/events', text: 'Show the endpoints' },
  },
};
const ORDER = Object.keys(ALERTS);

export function problemsOf(
  account: Schemas['Account'] | undefined,
  alerts: readonly Alert[],
): OperatorProblem[] {
  const sorted = alerts.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  const found = sorted.map((alert) => problemOf(alert, account));
  return account?.stopped ? [stopped(account.stopped), ...found] : found;
}

const stopped = ({
  since,
  reason,
}: NonNullable<Schemas['Account']['stopped']>): OperatorProblem => ({
  kind: 'stopped',
  subject: 'account',
  tone: 'bad',
  title: 'Everything is stopped',
  text: reason ?? 'Nobody gave a reason.',
  since,
});

function problemOf(alert: Alert, account: Schemas['Account'] | undefined): OperatorProblem {
  // A server that is newer than this page may know other alerts.
  const { href, ...shown }: Shown = ALERTS[alert.kind] ?? { title: alert.kind, tone: 'warn' };
  const campaign = alert.campaign && {
    to: `/campaigns/${alert.campaign}`,
    text: 'Show the campaign',
  };
  const to = href ?? campaign;
  const probe = alert.kind === 'hold' ? account?.hold?.next_probe_at : undefined;
  return {
    ...shown,
    kind: alert.kind,
    subject: alert.subject,
    text: alert.text,
    since: alert.raised_at,
    ...(to ? { href: to } : {}),
    ...(probe ? { next: { text: 'One call probes it', at: probe } } : {}),
  };
}
