/** The time that is shown, once a second. */
import { signal } from '@preact/signals';

export const nowMs = signal(Date.now());

/** Ticks at the full second, so that all "since" on a page change together. */
function tick(): void {
  nowMs.value = Date.now();
  setTimeout(tick, 1_000 - (Date.now() % 1_000));
}
tick();
