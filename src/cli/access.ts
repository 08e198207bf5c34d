import type { ApiAccess } from '../terminal/api-client.ts';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';

export const DEFAULT_URL = 'http://127.0.0.1:3000';

/** The server's URL and the API key. @throws CommandError if a setting is missing */
export function accessFrom(env: Record<string, string | undefined>): ApiAccess {
  const url = env['DIALWRIGHT_URL'] || DEFAULT_URL;
  if (!URL.canParse(url) || !url.startsWith('http')) {
    throw usage('DIALWRIGHT_URL is no URL', url, `set it to something like ${DEFAULT_URL}`);
  }
  const apiKey = env['DIALWRIGHT_API_KEY'];
  if (!apiKey) {
    throw usage(
      'DIALWRIGHT_API_KEY is not set',
      'the API answers to callers with a key only',
      '`npm start` prints the key of its own server; for another server, use one of its DIALWRIGHT_API_KEYS, or a key that `dialwright keys create` has shown',
    );
  }
  return { url, apiKey };
}

function usage(what: string, why: string, next: string): CommandError {
  return new CommandError({ code: EXIT.usage, what, why, next });
}
