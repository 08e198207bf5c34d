import { reportTo } from '../../../src/terminal/progress-reporter.ts';

export const reporter = reportTo(process.stderr);

/** Reports the progress of long work: how much is done, how fast since it began, and what is left of it. */
export function progressOf(what: string, all: number): (done: number) => void {
  const beganAtMs = performance.now();
  return (done) => {
    const perSecond = (done * 1_000) / (performance.now() - beganAtMs);
    const left = done === 0 ? '' : `, ${Math.ceil((all - done) / perSecond)} s left`;
    if (done < all)
      reporter.progress(`${what}: ${done} of ${all}, ${perSecond.toFixed(0)}/s${left}`);
  };
}
