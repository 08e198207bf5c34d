import { existsSync } from 'node:fs';

const BROWSERS = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** @throws if there is no browser. `CHROMIUM_PATH` names one at another place. */
export function browserPath(): string {
  const found = BROWSERS.find((path) => path !== '' && existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    'No Chromium was found. Install the Debian package chromium, or set CHROMIUM_PATH.',
  );
}
