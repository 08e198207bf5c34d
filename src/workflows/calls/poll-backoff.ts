import type { CallTiming } from '../../contract/messages.ts';
import type { CallInbox } from './call-inbox.ts';

/** Number of polls without a pause. A healthy call needs no more while it is live. */
const UNPACED = 2;

/**
 * Spaces polls that anybody can cause by sending webhooks. The first few are made at once. After that, each pause is
 * twice as long as the previous one, up to a limit.
 */
export class PollBackoff {
  private polls = 0;
  private lastAtMs = 0;
  private readonly inbox: CallInbox;
  private readonly timing: CallTiming;
  private readonly unpaced: number;

  constructor(inbox: CallInbox, timing: CallTiming, unpaced = UNPACED) {
    this.inbox = inbox;
    this.timing = timing;
    this.unpaced = unpaced;
  }

  /** Whether the next poll may be made now. */
  get isOpen(): boolean {
    return this.leftMs() <= 0;
  }

  /** Waits until the next poll may be made, or until `isMoot` holds. */
  async waitTurn(isMoot: () => boolean): Promise<void> {
    await this.inbox.wait(isMoot, this.leftMs(), 'polled just now');
    this.polls += 1;
    this.lastAtMs = Date.now();
  }

  private leftMs(): number {
    const doublings = this.polls - this.unpaced;
    if (doublings < 0) return 0;
    const { pollMs, pollRetryAtMostMs } = this.timing;
    const gapMs = Math.min(pollMs * 2 ** Math.min(doublings, 20), pollRetryAtMostMs);
    return this.lastAtMs + gapMs - Date.now();
  }
}
