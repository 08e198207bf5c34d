/** Formats the state of a campaign: one line while it runs, and a table at its end. */
import type { Campaign, CampaignProgress, ListedCampaign } from './api-shapes.ts';
import { amountText, waitText } from './terminal-text.ts';
import { table } from './table.ts';

const WIDEST_BAR = 24;
const NARROWEST_BAR = 8;
/** From this width on there always is a bar. */
const BAR_FROM_COLUMNS = 100;
/** A recording in one of these states may still be stored. */
const RECORDING_UNDER_WAY = ['expected', 'delivered', 'wanted'];

/** Contacts that will not be called again; a locked one waits for a person. */
export function finished({ contacts }: CampaignProgress): number {
  return (contacts.by_state['final'] ?? 0) + (contacts.by_state['locked'] ?? 0);
}

export function isOver({ state }: CampaignProgress): boolean {
  return state === 'completed' || state === 'cancelled';
}

/** Calls whose cost or recording is missing yet. They may last longer than the campaign. */
export function leftovers({ calls }: CampaignProgress): { costs: number; recordings: number } {
  return {
    costs: calls.by_settlement['open'] ?? 0,
    recordings: RECORDING_UNDER_WAY.reduce(
      (sum, state) => sum + (calls.by_recording[state] ?? 0),
      0,
    ),
  };
}

function liveCalls({ calls }: CampaignProgress): number {
  return calls.total - (calls.by_state['ended'] ?? 0);
}

/** Fits into `columns`: if there is no room, the bar is shortened first, and left out on a narrow screen; then the text is cut. */
export function progressLine(progress: CampaignProgress, columns = 80): string {
  const { total } = progress.contacts;
  const done = finished(progress);
  const { recordings } = leftovers(progress);
  const facts = [
    `${done}/${total} contacts`,
    `${liveCalls(progress)} live`,
    `cost ${amountText(progress.total_cost, progress.currency)}`,
    ...(recordings > 0 && !isOver(progress) ? [`${recordings} recordings queued`] : []),
    formatState(progress),
  ].join(' · ');
  const room = Math.min(WIDEST_BAR, columns - facts.length - 2);
  const width = columns < BAR_FROM_COLUMNS ? room : Math.max(NARROWEST_BAR, room);
  if (width < NARROWEST_BAR) return cut(facts, columns - 1);
  return `${bar(total === 0 ? 0 : done / total, width)} ${cut(facts, columns - width - 2)}`;
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

const bar = (share: number, width: number): string =>
  '█'.repeat(Math.round(share * width)).padEnd(width, '░');

function formatState(progress: CampaignProgress): string {
  if (!isOver(progress)) {
    return `${doing(progress)}${formatJob(progress)}${formatPolled(progress)}`;
  }
  const { costs, recordings } = leftovers(progress);
  const rest = [
    ...(costs > 0 ? [`${costs} costs`] : []),
    ...(recordings > 0 ? [`${recordings} recordings`] : []),
  ];
  const state = `${progress.state}${formatJob(progress)}`;
  return rest.length === 0 ? state : `${state}, ${rest.join(' and ')} to come`;
}

const doing = ({ waiting_for: wait }: CampaignProgress): string =>
  wait ? waitText(wait) : 'dialling';

/** What the campaign does or waits for, whole; `progressLine` may be cut. Empty after its end. */
export const formatDoing = (progress: CampaignProgress): string =>
  isOver(progress) ? '' : formatState(progress);

/** Shown by `watch`, because polling is slower and needs more GETs. */
function formatPolled({ polled_reason: reason }: CampaignProgress): string {
  return reason === null ? '' : `, polled: ${reason}`;
}

const JOBS = {
  close: 'closing contacts',
  copy: 'copying contacts',
  recheck: 'checking contacts by the new rules',
};

/** A running change of many contacts. */
function formatJob({ contact_job: job }: CampaignProgress): string {
  return job === null ? '' : `, ${JOBS[job.kind]}: ${job.done} of ${job.total}`;
}

/** Dispositions of contacts and calls, then cost and recordings. */
export function summary(progress: CampaignProgress): string {
  const { contacts, calls } = progress;
  const names = Object.keys({ ...contacts.by_disposition, ...calls.by_disposition });
  const count = (counts: Record<string, number>, name: string) => String(counts[name] ?? 0);
  const rows = names.map((name) => [
    name,
    count(contacts.by_disposition, name),
    count(calls.by_disposition, name),
  ]);
  const totals = ['total', String(contacts.total), String(calls.total)];
  return [
    `Campaign ${progress.id} (${progress.name}): ${progress.state}${because(progress)}`,
    '',
    table([['disposition', 'contacts', 'calls'], ...rows, totals], [1, 2]),
    '',
    table([
      [
        'total cost',
        `${amountText(progress.total_cost, progress.currency)}${formatCounts(calls.by_settlement, ['unsettled', 'open'])}`,
      ],
      ...(progress.negative_costs > 0
        ? [['', `${progress.negative_costs} below 0, which no budget counts`]]
        : []),
      [
        'recordings',
        `${calls.by_recording['stored'] ?? 0} stored, ${calls.by_recording['missing'] ?? 0} missing`,
      ],
    ]),
  ].join('\n');
}

const because = ({ state_reason: reason }: CampaignProgress): string =>
  reason === null ? '' : ` (${reason})`;

function formatCounts(counts: Record<string, number>, names: string[]): string {
  const found = names.filter((name) => (counts[name] ?? 0) > 0);
  return found.length === 0
    ? ''
    : ` (${found.map((name) => `${counts[name]} calls ${name}`).join(', ')})`;
}

/** Campaigns with lists first, then the standing ones, which never end. */
export function campaignTables(campaigns: readonly ListedCampaign[]): string {
  const rowsOf = (wanted: Campaign['kind']) =>
    campaigns
      .filter(({ kind }) => kind === wanted)
      .map((campaign) => {
        const { id, state, created_at: created, contacts, calls, name } = campaign;
        const cost = amountText(campaign.total_cost, campaign.currency);
        const { due = 0, claimed = 0 } = contacts.by_state;
        const figures = [contacts.total, due + claimed, calls.total].map(String);
        return [id, state, created, ...figures, cost, name];
      });
  const head = ['id', 'state', 'created', 'contacts', 'open', 'calls', 'cost', 'name'];
  const tableOf = (rows: string[][]) => table([head, ...rows], [3, 4, 5, 6]);
  const standing = rowsOf('standing');
  const lists = rowsOf('list');
  return [
    ...(lists.length > 0 || standing.length === 0 ? [tableOf(lists)] : []),
    ...(standing.length > 0 ? [`Standing campaigns (they never end):\n${tableOf(standing)}`] : []),
  ].join('\n\n');
}
