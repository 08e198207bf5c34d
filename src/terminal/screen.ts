/** What the terminal can show: its width, and colours. */
import { styleText } from 'node:util';

const USUAL_WIDTH = 80;

interface Screen {
  isTTY?: boolean;
  columns?: number;
}

/**
 * The width that tables fit. `COLUMNS` decides; a terminal that does not tell its width has 80. What goes into a file or
 * a pipe is not wrapped, so that each row stays one line for other programs.
 */
export function screenWidth(
  screen: Screen = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): number {
  const given = Number(env['COLUMNS']);
  if (Number.isInteger(given) && given > 0) return given;
  return screen.isTTY === true ? screen.columns || USUAL_WIDTH : Infinity;
}

const STYLES = { good: 'green', attention: 'yellow', bad: 'red', label: 'bold' } as const;

/** Colours text for a terminal. NO_COLOR, FORCE_COLOR and a stream that is no terminal are obeyed. */
export const coloured = (
  style: keyof typeof STYLES,
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string => styleText(STYLES[style], text, { stream });
