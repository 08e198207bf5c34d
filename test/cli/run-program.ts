import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { COMPILE_CACHE } from '../compile-cache.ts';

const PROGRAM = resolve(import.meta.dirname, '../../bin/dialwright.js');

/** The program itself, with these settings and no others. */
export function runProgram(args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; talk: string }>((resolve) => {
    const options = { env: { ...COMPILE_CACHE, ...env } };
    execFile(process.execPath, [PROGRAM, ...args], options, (error, out, talk) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, talk });
    });
  });
}
