/**
 * The current details of a campaign, as Markdown. The Web UI shows about ten lines of them, so the first two have the most
 * important facts, and the table is last.
 */
import type { DispatchSlice } from '../activities/campaigns/dispatch.ts';
import { utcTimeOfDay } from '../domain/utc-time.ts';
import { SEARCH_ATTRIBUTES, WORKFLOWS } from '../contract/messages.ts';
import { formatWait } from './waiting.ts';

interface Where {
  namespace: string;
  campaignId: string;
}

export function formatBoard(
  { next, liveCalls, counts }: DispatchSlice,
  { started, ...where }: Where & { started: number },
): string {
  const { due, claimed, final, locked } = counts.contacts;
  const rate = counts.perMinute ? ` · ${counts.perMinute} calls started a minute` : '';
  // Two spaces at the end of a line are a line break in Markdown.
  return [
    `**${nextText(next)}** · ${final + locked} of ${due + claimed + final + locked} contacts done${rate}  `,
    `${liveCalls} calls live · ${due} contacts left · cost ${counts.cost} · ${utcTimeOfDay(counts.atMs)}`,
    '',
    links(where),
    '',
    '| calls in all | |',
    '| --- | ---: |',
    `| started in this run | ${started} |`,
    ...Object.entries(counts.callsByDisposition)
      .toSorted(([, one], [, other]) => other - one)
      .map(([disposition, calls]) => `| ${disposition} | ${calls} |`),
  ].join('\n');
}

const STANDING = { dial: 'dialling', complete: 'completed', over: 'ended' } as const;

function nextText(next: DispatchSlice['next']): string {
  if (next.kind !== 'wait') return STANDING[next.kind];
  return formatWait(next.waitingFor);
}

function links({ namespace, campaignId }: Where): string {
  const calls = `${SEARCH_ATTRIBUTES.campaign} = "${campaignId}" AND WorkflowType = "${WORKFLOWS.call}"`;
  const link = (text: string, query: string) =>
    `[${text}](/namespaces/${encodeURIComponent(namespace)}/workflows?query=${encodeURIComponent(query)})`;
  return [
    link('all calls', calls),
    link('open', `${calls} AND ExecutionStatus = "Running"`),
    link('unknown', `${calls} AND ${SEARCH_ATTRIBUTES.state} = "unknown"`),
  ].join(' · ');
}
