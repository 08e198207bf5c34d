/** `--dry-run`: what would be sent is printed, and nothing leaves. */
import type { Command } from 'commander';
import { print } from './output.ts';

interface ShownRequest {
  method: string;
  /** Below the URL, query included. */
  path: string;
  body?: unknown;
}

export const isDryRun = (command: Command): boolean =>
  command.optsWithGlobals<{ dryRun?: boolean }>().dryRun === true;

/** The request as it would leave, all but the key. */
export function printRequest(
  command: Command,
  baseUrl: string,
  { method, path, body }: ShownRequest,
): void {
  const url = `${baseUrl.replace(/\/+$/, '')}${path}`;
  const shown = body === undefined ? [] : [JSON.stringify(body, null, 2)];
  print(command, { method, url, ...(body === undefined ? {} : { body }) }, () =>
    [`${method} ${url}`, ...shown].join('\n'),
  );
}
