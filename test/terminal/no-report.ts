import type { ProgressReporter } from '../../src/terminal/progress-reporter.ts';

/** For tests of which nobody reads the progress. */
export const NO_REPORT: ProgressReporter = { say() {}, progress() {}, columns: 80 };
