/** `dialwright doctor`: checks everything that the product needs, and shows how to fix what is missing. */
import { EXIT, type ExitCode } from '../../terminal/exit-codes.ts';
import { resolve } from 'node:path';
import { checksFor, type InUse } from './doctor-checks.ts';
import type { Finding } from './doctor-finding.ts';
import { runningSettings } from '../../dev/state-folder.ts';
import { coloured } from '../../terminal/screen.ts';
import { shown, shownJson } from '../../terminal/terminal-text.ts';

const STYLES = { ok: 'good', note: 'attention', fault: 'bad' } as const;
const SIGNS: Record<Finding['state'], string> = { ok: 'ok   ', note: 'note ', fault: 'FAULT' };

/** One line per finding on stdout, or all as JSON. */
export async function doctor(
  env: NodeJS.ProcessEnv,
  { json, state }: { json: boolean; state: string },
): Promise<ExitCode> {
  const findings: Finding[] = [];
  for (const check of checksFor(inUse(env, state))) {
    const found = [await check()].flat();
    findings.push(...found);
    if (!json) for (const each of found) process.stdout.write(`${formatFinding(each)}\n`);
  }
  if (json) process.stdout.write(`${shownJson(JSON.stringify(findings, null, 2))}\n`);
  return findings.some(({ state }) => state === 'fault') ? EXIT.failure : EXIT.ok;
}

/** Without a carrier of its own, what is checked is the `dev` that runs here, at the addresses that it has found free. */
function inUse(env: NodeJS.ProcessEnv, state: string): InUse {
  const running = env['DIALWRIGHT_CARRIER_URL'] ? undefined : runningSettings(state);
  if (!running) return { env };
  // Temporal's client reads its settings from the process.
  for (const name of Object.keys(env)) if (/^(TEMPORAL|DIALWRIGHT)_/.test(name)) delete env[name];
  return { env: Object.assign(env, running), startedIn: resolve(state) };
}

function formatFinding({ state, subject, found, fix }: Finding): string {
  const line = `${coloured(STYLES[state], SIGNS[state])} ${subject}: ${shown(found)}`;
  return fix === undefined ? line : `${line}\n      fix: ${shown(fix)}`;
}
