/** What a person types where `npm start` runs: lines, each ended with Enter. */
import { createInterface } from 'node:readline';

/**
 * Calls `onLine` for each line. Nothing is read where the output goes elsewhere: a program in the background that reads
 * from its terminal is stopped by the system.
 */
export function readLines(
  { input, output }: { input: NodeJS.ReadStream; output: NodeJS.WriteStream },
  onLine: (line: string) => void,
): () => void {
  if (input.isTTY && !output.isTTY) return () => undefined;
  // Without `output`, the terminal itself shows what is typed, and Ctrl-C stays a signal.
  const lines = createInterface({ input, terminal: false });
  lines.on('line', (line) => onLine(line.trim()));
  input.on('error', () => lines.close());
  return () => lines.close();
}
