/** The texts that a start prints: what runs, at which addresses, and what to do next. */
import { relative } from 'node:path';
import { table } from '../terminal/table.ts';
import { TIME_FACTOR } from './product.ts';
import type { TemporalServer } from './temporal/temporal-server.ts';
import type { TroubleName } from '../terminal/trouble-names.ts';
import { troubleOf } from './trouble.ts';

const HOW: Record<TemporalServer['how'], string> = {
  given: ' (your server)',
  adopted: ' (still running from an earlier start)',
  started: '',
};

export interface Places {
  temporal: Pick<TemporalServer, 'address' | 'webUi' | 'how'>;
  url: string;
  apiKey: string;
  folder: string;
}

/** Browsers keep the cookie of a session on localhost, where there is no HTTPS. */
export const dashboard = (url: string) => url.replace('//127.0.0.1', '//localhost');

/** The code is in the fragment, which browsers send to nobody. */
export const signInLink = (url: string, code: string): string =>
  `${dashboard(url)}/#sign-in=${code}`;

export const NEW_LINK = 'It signs you in once, within ten minutes. Press Enter here for a new one.';

const SIMULATED = `Simulated carrier, ${TIME_FACTOR} times as fast: no phone rings.`;

/** @param link with which a browser is signed in; left out: nobody looks, because the start ends by itself */
export function greeting(
  { temporal, url, apiKey, folder }: Places,
  { link, trouble }: { link?: string; trouble?: TroubleName | undefined } = {},
): string {
  const inFolder = relative(process.cwd(), folder);
  const shownFolder = inFolder.startsWith('..') ? folder : inFolder;
  const { address, webUi, how } = temporal;
  return [
    `Dialwright runs on this machine. ${SIMULATED}`,
    '',
    table([
      ['Dashboard', link ?? dashboard(url)],
      ...(link === undefined ? [] : [['', NEW_LINK]]),
      ...(trouble === undefined ? [] : [['Trouble', `${trouble}: ${troubleOf(trouble).look}.`]]),
      ...(trouble === undefined
        ? []
        : [['', 'Type mend and Enter here to end it at the carrier.']]),
      ['API', `${url}/docs, key ${apiKey}`],
      ['Web UI', `${webUi ?? `with Temporal at ${address}`}${HOW[how]}`],
      ['Data', shownFolder],
      ['Logs', `${shownFolder}/dialwright.log, simulator.log and temporal.log`],
    ]),
    ...(link === undefined ? [] : ['', 'Ctrl-C ends it all; the next `npm start` goes on.']),
  ].join('\n');
}
