/** `--dry-run`: prints the request and sends nothing. */
import type { Command } from 'commander';
import { print } from './output.ts';

interface ShownRequest {
  method: string;
  /** Path below the URL, with the query. */
  path: string;
  body?: unknown;
}

export const isDryRun = (command: Command): boolean =>
  command.optsWithGlobals<{ dryRun?: boolean }>().dryRun === true;

/** Prints the request without the key. */
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
