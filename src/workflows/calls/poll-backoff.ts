/** Looks that others can cause, by sending webhooks, kept apart. */
import type { CallInbox } from './call-inbox.ts';
import type { CallTiming } from '../messages.ts';

/** As many looks in quick succession as a healthy call may need. */
const UNPACED = 2;

/** The first few pass at once; then each waits twice as long after the last, up to a limit. */
export class PollBackoff {
  private looks = 0;
  private lastAtMs = 0;
  private readonly inbox: CallInbox;
  private readonly timing: CallTiming;

  constructor(inbox: CallInbox, timing: CallTiming) {
    this.inbox = inbox;
    this.timing = timing;
  }

  /** Whether the next look may be made now. */
  get isOpen(): boolean {
    return this.leftMs() <= 0;
  }

  /** Waits for the next look's turn; less long, when `isMoot` holds before. */
  async turn(isMoot: () => boolean): Promise<void> {
    await this.inbox.wait(isMoot, this.leftMs(), 'looked just now');
    this.looks += 1;
    this.lastAtMs = Date.now();
  }

  private leftMs(): number {
    const doublings = this.looks - UNPACED;
    if (doublings < 0) return 0;
    const { pollMs, pollRetryAtMostMs } = this.timing;
    const gapMs = Math.min(pollMs * 2 ** Math.min(doublings, 20), pollRetryAtMostMs);
    return this.lastAtMs + gapMs - Date.now();
  }
}
