/** Work at intervals, while a process runs. */
export interface Turns {
  /** Begins a turn now, unless one is under way. */
  begin(): void;
  /** Waits for the turn under way. */
  stop(): Promise<void>;
}

/** Begins a turn at each interval. One that is still under way is waited for. @param turn does not reject */
export function turnsEvery(everyMs: number, turn: () => Promise<void>): Turns {
  let underWay: Promise<void> | undefined;
  const begin = () => {
    underWay ??= turn().finally(() => (underWay = undefined));
  };
  const timer = setInterval(begin, everyMs);
  return {
    begin,
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
