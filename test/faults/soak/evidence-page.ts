/** A soak as a page of docs/evidence. */
import { cpus, totalmem } from 'node:os';
import type { Engine } from '../faults.ts';
import type { SoakReport } from './report.ts';

/** @param machine what the person who ran it knows of it, such as what else was running */
export function pageOf(
  engine: Engine,
  { text, minutes, endedAt }: SoakReport,
  { machine, picture }: { machine: string | undefined; picture: string },
): string {
  const hours = Number((minutes / 60).toFixed(2));
  return `# Soak on ${NAMES[engine]}

One call a second at the real speed of the simulated carrier, a process killed with -9 every ten minutes, a sample every half minute.

|          |                                                                  |
| -------- | ---------------------------------------------------------------- |
| recorded | ${endedAt.toISOString().slice(0, 10)} |
| command  | \`npm run faults -- soak --hours ${hours} --engine ${engine}\` (without \`--hours\`: three) |
| machine  | ${machine ?? machineHere()}; Node ${process.versions.node} |

${text}
Memory and descriptors are judged by their slope within the lives of a process, ten minutes after its start; the bounds are in
\`test/faults/soak/flatness.ts\`.

![The samples over time](${picture})
`;
}

const NAMES: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'Postgres' };

function machineHere(): string {
  return `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
}
