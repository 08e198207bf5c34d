export interface Turns {
  /** Resolves when there is room for one more request, first come, first served. Call the returned function at its end. */
  take(): Promise<() => void>;
}

/** Limits concurrent requests. The others wait here, so that this wait does not count as the carrier's latency. */
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
