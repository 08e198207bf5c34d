export interface Turns {
  /** Resolves when fewer than the most are under way, in the order of asking, to what ends the turn. */
  take(): Promise<() => void>;
}

/** At most so many requests at once: the others wait here, so that nobody counts the wait as the carrier's. */
export function openTurns(most: number): Turns {
  const waiting: (() => void)[] = [];
  let taken = 0;
  const end = () => {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  };
  return {
    async take() {
      if (taken < most) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return end;
    },
  };
}
