/** `dialwright doctor`: checks everything that the product needs, and shows how to fix what is missing. */
import { EXIT, type ExitCode } from '../../terminal/exit-codes.ts';
import { checksFor } from './doctor-checks.ts';
import type { Finding } from './doctor-finding.ts';
import { coloured } from '../../terminal/screen.ts';
import { shown } from '../../terminal/terminal-text.ts';

const STYLES = { ok: 'good', note: 'attention', fault: 'bad' } as const;
const SIGNS: Record<Finding['state'], string> = { ok: 'ok   ', note: 'note ', fault: 'FAULT' };

/** One line per finding on stdout, or all as JSON. */
export async function doctor(env: NodeJS.ProcessEnv, json: boolean): Promise<ExitCode> {
  const findings: Finding[] = [];
  for (const check of checksFor(env)) {
    const found = [await check()].flat();
    findings.push(...found);
    if (!json) for (const each of found) process.stdout.write(`${formatFinding(each)}\n`);
  }
  if (json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  return findings.some(({ state }) => state === 'fault') ? EXIT.failure : EXIT.ok;
}

function formatFinding({ state, subject, found, fix }: Finding): string {
  const line = `${coloured(STYLES[state], SIGNS[state])} ${subject}: ${shown(found)}`;
  return fix === undefined ? line : `${line}\n      fix: ${shown(fix)}`;
}
