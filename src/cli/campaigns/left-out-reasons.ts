import type { Command } from 'commander';
import type { ImportReport } from '../../terminal/api-shapes.ts';
import { reportLine } from '../output.ts';

/** Why rows were, or would be, left out: one line for each reason. */
export function reportReasons(
  command: Command,
  { left_out_reasons: reasons }: Pick<ImportReport, 'left_out_reasons'>,
  what: string,
): void {
  for (const { rows, reason, line } of reasons) {
    const counted = `${rows} ${rows === 1 ? 'row' : 'rows'}`;
    reportLine(command, `${counted} ${what}: ${reason} (first in line ${line})`);
  }
}
