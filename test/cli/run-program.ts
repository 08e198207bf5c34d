import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const PROGRAM = resolve(import.meta.dirname, '../../bin/dialwright.js');

/** The program itself, with these settings and no others. */
export function runProgram(args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; talk: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env }, (error, out, talk) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, talk });
    });
  });
}
