/**
 * What the Web UI shows of a call. The first two lines of the current details have the most important facts, because the
 * Web UI shows few lines; the timeline follows. Details add no history event; a search attribute adds one.
 */
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { CallState } from '../../domain/calls/call-state.ts';
import { callWaitFor, type CallWait } from '../../domain/calls/call-wait.ts';
import { utcTimeOfDay } from '../../domain/utc-time.ts';
import { asMarkdown } from '../markdown.ts';
import type { CallInput } from '../../contract/messages.ts';
import { DISPOSITION_ATTRIBUTE, STATE_ATTRIBUTE } from '../../contract/starts.ts';
import { formatWait } from '../waiting.ts';
import type { CallInbox } from './call-inbox.ts';

export class CallDetails {
  private now = 'to be placed';
  private next: readonly (CallWait | string)[] = [callWaitFor('worker')];
  private recording: CallWait | null = null;
  private posted: string[] = [];
  private readonly input: CallInput;
  private readonly inbox: CallInbox;

  constructor(input: CallInput, inbox: CallInbox) {
    this.input = input;
    this.inbox = inbox;
    inbox.onChange(() => this.refresh());
    this.refresh();
  }

  /** Shows where the call stands, and what it waits for or how it ended. */
  show(now: string, ...next: (CallWait | string)[]): void {
    this.now = now;
    this.next = next;
    this.refresh();
  }

  /** Shows what the recording waits for, beside the bill; null: for nothing. */
  showRecording(wait: CallWait | null): void {
    this.recording = wait;
    this.refresh();
  }

  /** Shows when and for which agent the call was placed. */
  setPosted({ atMs, agentId }: { atMs: number; agentId: string }): void {
    this.posted = [`placed ${utcTimeOfDay(atMs)}`, agentId];
  }

  /** Makes the call findable by state and disposition. A run for late events has none, so that searches count each call once. */
  setSearchAttributes(state: string, disposition?: string): void {
    if (this.input.lateEvents) return;
    upsertSearchAttributes([
      { key: STATE_ATTRIBUTE, value: state },
      ...(disposition === undefined ? [] : [{ key: DISPOSITION_ATTRIBUTE, value: disposition }]),
    ]);
  }

  private refresh(): void {
    const { now, next, recording, posted, inbox, input } = this;
    const waits = recording === null ? next : [...next, recording];
    setCurrentDetails(callBoard({ now, posted, waits, ...inbox.state, ...input }));
  }
}

type CallBoard = Pick<CallState, 'deepest' | 'ended' | 'seen'> &
  Pick<CallInput, 'lateEvents'> & {
    now: string;
    posted: readonly string[];
    waits: readonly (CallWait | string)[];
  };

/** The details as Markdown. Names of events and reasons are the carrier's and people's. */
export function callBoard({ now, posted, waits, deepest, ended, seen, lateEvents }: CallBoard) {
  const state = seen.length === 0 || ended !== undefined ? '' : ` · ${deepest}`;
  const headline = [`**${now}**${state}`, ...posted].join(' · ');
  const texts = waits.map((wait) =>
    typeof wait === 'string' ? asMarkdown(wait) : formatWait(wait),
  );
  // Two spaces at the end of a line are a line break in Markdown.
  const lines = [`${headline}  `, texts.join(' · ')];
  if (lateEvents) lines.unshift('**late events; nothing is dialled**  ');
  if (seen.length > 0) {
    lines.push('', '| seq | event |', '| ---: | --- |');
    lines.push(...seen.map(({ seq, name }) => `| ${seq} | ${asMarkdown(name)} |`));
  }
  return lines.join('\n');
}
