import { shown, shownLines } from './terminal-text.ts';

/** Shows progress: lines that stay, and one line that is rewritten. */
export interface ProgressReporter {
  say(text: string): void;
  /** On a terminal, the line is rewritten in place. Elsewhere it is printed at intervals. */
  progress(text: string): void;
  /** Width of the screen. A progress line must be narrower. */
  readonly columns: number;
}

interface Screen {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

const CLEAR_LINE = '\r\u001B[2K';

/** `everyMs`: the interval of progress lines if the output is not a terminal. */
export function reportTo(
  screen: Screen,
  everyMs = 5_000,
  nowMs: () => number = Date.now,
): ProgressReporter {
  let shownLine = '';
  let lastMs = -Infinity;
  const onTerminal = screen.isTTY === true;

  const columns = () => screen.columns ?? 80;

  function progress(text: string): void {
    const line = shown(text);
    if (line === shownLine) return;
    if (onTerminal) {
      screen.write(CLEAR_LINE + line.slice(0, columns() - 1));
      shownLine = line;
    } else if (nowMs() - lastMs >= everyMs) {
      screen.write(`${line}\n`);
      shownLine = line;
      lastMs = nowMs();
    }
  }

  function say(text: string): void {
    if (onTerminal && shownLine !== '') screen.write(CLEAR_LINE);
    screen.write(`${shownLines(text)}\n`);
    shownLine = '';
  }

  return {
    say,
    progress,
    get columns() {
      return columns();
    },
  };
}
