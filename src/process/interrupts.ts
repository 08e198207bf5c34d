/** Handles signals that end a process: the first shuts down in order, the second immediately. */

/** npm passes on a signal that the terminal has sent already, so one Ctrl-C arrives twice within this time. */
const SAME_PRESS_MS = 500;

export interface Interrupts {
  /** Aborted by the first signal, with its name as the reason. */
  signal: AbortSignal;
  off(): void;
}

export function listenForInterrupts(
  signals: readonly NodeJS.Signals[],
  onSecond: (name: NodeJS.Signals) => void,
  nowMs: () => number = Date.now,
): Interrupts {
  const controller = new AbortController();
  let firstMs: number | undefined;
  const onSignal = (name: NodeJS.Signals) => {
    if (firstMs === undefined) {
      firstMs = nowMs();
      controller.abort(name);
    } else if (nowMs() - firstMs > SAME_PRESS_MS) onSecond(name);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    off() {
      for (const signal of signals) process.removeListener(signal, onSignal);
    },
  };
}
