/**
 * What the Web UI shows of a call. The first two lines of the current details have the most important facts, because the
 * Web UI shows few lines; the timeline follows. Details add no history event; a search attribute adds one.
 */
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { callWaitFor, type CallWait } from '../../domain/calls/call-wait.ts';
import { utcTimeOfDay } from '../../domain/utc-time.ts';
import type { CallInput } from '../messages.ts';
import { DISPOSITION_ATTRIBUTE, STATE_ATTRIBUTE } from '../starts.ts';
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
    const { deepest, ended, seen } = this.inbox.state;
    const state = seen.length === 0 || ended !== undefined ? '' : ` · ${deepest}`;
    const now = [`**${this.now}**${state}`, ...this.posted].join(' · ');
    // Two spaces at the end of a line are a line break in Markdown.
    const lines = [`${now}  `, this.nextLine()];
    if (this.input.lateEvents) lines.unshift('**late events; nothing is dialled**  ');
    if (seen.length > 0) {
      lines.push('', '| seq | event |', '| ---: | --- |');
      lines.push(...seen.map(({ seq, name }) => `| ${seq} | ${name} |`));
    }
    setCurrentDetails(lines.join('\n'));
  }

  private nextLine(): string {
    const parts = this.recording === null ? this.next : [...this.next, this.recording];
    const texts = parts.map((part) => (typeof part === 'string' ? part : formatWait(part)));
    return texts.join(' · ');
  }
}
