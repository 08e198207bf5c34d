/** What is wrong with the account, and what a person does about it. */
import type { Schemas } from '../../../client/client.ts';
import { holdWords } from '../../format/hold-words.ts';

type Alert = Schemas['Alert'];

export interface OperatorProblem {
  kind: 'stopped' | Alert['kind'];
  subject: string;
  tone: 'bad' | 'warn';
  title: string;
  text: string;
  /** The carrier's own words, for whoever opens them. */
  detail?: string;
  since: string;
  /** What happens next by itself; without a time, the text says what it waits for. */
  next?: { text: string; at?: string };
  /** The campaign that it is about. Its page and its name are shown. */
  campaign?: string;
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
  'placements-unknown': { title: 'Paused after unknown placements', tone: 'bad' },
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
  'answers-fell': {
    title: 'Fewer customers answer',
    tone: 'warn',
    href: { to: '/statistics', text: 'Show the statistics' },
  },
  'place-answers-fell': {
    title: 'Fewer customers answer in one area or network',
    tone: 'warn',
    href: { to: '/statistics', text: 'Show the statistics' },
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
  nowMs: number,
): OperatorProblem[] {
  const sorted = alerts.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  const found = sorted.map((alert) => problemOf(alert, account, nowMs));
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

function problemOf(
  alert: Alert,
  account: Schemas['Account'] | undefined,
  nowMs: number,
): OperatorProblem {
  // A server that is newer than this page may know other alerts.
  const { href, ...shown }: Shown = ALERTS[alert.kind] ?? { title: alert.kind, tone: 'warn' };
  const campaign = alert.campaign && {
    to: `/campaigns/${alert.campaign}`,
    text: 'Show the campaign',
  };
  const to = href ?? campaign;
  const hold = alert.kind === 'hold' ? account?.hold : undefined;
  const next = account && hold ? probeOf(account, nowMs) : undefined;
  return {
    ...shown,
    kind: alert.kind,
    subject: alert.subject,
    text: alert.text,
    ...(hold && { ...holdWords(hold.reason), detail: alert.text }),
    since: alert.raised_at,
    ...(to ? { href: to } : {}),
    ...(alert.campaign ? { campaign: alert.campaign } : {}),
    ...(next ? { next } : {}),
  };
}

/** When a call probes the hold of the account, or what must be there before one does. */
export function probeOf(
  { stopped: isStopped, hold }: Pick<Schemas['Account'], 'stopped' | 'hold'>,
  nowMs: number,
): { text: string; at?: string } | undefined {
  if (!hold) return undefined;
  const { next_probe_at: at } = hold;
  if (at === null) return { text: 'No call probes it: a person lifts the hold.' };
  if (isStopped) return { text: 'No call probes it while everything is stopped.' };
  if (Date.parse(at) > nowMs) return { text: 'One call probes it', at };
  return {
    text: 'The next call that is due probes it, as soon as a campaign that is not paused has one.',
  };
}

type Campaign = Pick<
  Schemas['CampaignProgress'],
  'name' | 'waiting_for' | 'money' | 'budget' | 'state'
>;

/** A problem of a campaign names it. A budget that is spent is more than nearly spent. */
export function problemOfCampaign(problem: OperatorProblem, campaign: Campaign): OperatorProblem {
  const { name, waiting_for: wait } = campaign;
  if (problem.kind !== 'budget' || !isBudgetSpent(campaign)) {
    return { ...problem, title: `${problem.title}: ${name}` };
  }
  return {
    ...problem,
    tone: 'bad',
    title: `The budget is spent: ${name}`,
    text: wait ? `It waits: ${wait.text}.` : 'Nothing is left for another call.',
    ...(wait?.until ? { next: { text: 'It may go on', at: wait.until } } : {}),
  };
}

/** Whether nothing is left for one more call, or the campaign waits for its budget. */
export function isBudgetSpent({
  waiting_for: wait,
  budget,
  money: { settled, pending, never_settled: never },
}: Pick<Campaign, 'waiting_for' | 'budget' | 'money'>): boolean {
  if (wait?.reason === 'budget') return true;
  if (!budget?.total) return false;
  const amounts = [settled.amount, pending.set_aside, never.set_aside, budget.reserve_per_call];
  const withOneMore = amounts.reduce((sum, amount) => sum + Number(amount), 0);
  return withOneMore > Number(budget.total) * (1 + 1e-12);
}
