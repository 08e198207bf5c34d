/** Checks whether a process id still belongs to the process that we started, because ids are reused. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  /** The start time of the process, in the system's format. It is only compared. */
  startedAt: string;
  command: string;
}

/** Undefined: there is no such process, or it is a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): ProcessIdentity | undefined {
  try {
    // The name in brackets may contain spaces and brackets, so fields are counted after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { startedAt: `${bootId()}.${fields[19]}`, command };
  } catch {
    return undefined;
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

function fromPs(pid: number): ProcessIdentity | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'lstart=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    // lstart has five words, such as "Fri Nov 21 10:00:00 2025".
    const words = line.split(/\s+/);
    return { startedAt: words.slice(0, 5).join(' '), command: words.slice(5).join(' ') };
  } catch {
    return undefined;
  }
}
