/** The table of `dialwright replay --open`. */
import { table } from '../../terminal/table.ts';
import type { OpenReplayed } from '../../process/replay/replay-runs.ts';

export function formatOpenReplay({ runs, would_break, types }: OpenReplayed): string {
  if (runs === 0) return 'no run is open';
  const cells = types.map((each) => [
    each.workflow_type,
    each.runs,
    each.would_break,
    each.first_error ?? '',
    each.examples.join(' '),
  ]);
  const titles = ['workflow type', 'open runs', 'would break', 'first error', 'for example'];
  const shown = table([titles, ...cells], [1, 2]);
  if (would_break === 0) return `${shown}\n\nall ${runs} open runs replay on this build`;
  return (
    `${shown}\n\nALERT ${would_break} of ${runs} open runs do not replay on this build: do not deploy it\n` +
    '  Next: `dialwright replay <id>` shows the event; keep the old way for runs that took it ("Changing a workflow" in CONTRIBUTING.md)'
  );
}
