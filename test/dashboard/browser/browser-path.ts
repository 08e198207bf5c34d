import { existsSync } from 'node:fs';

/** Draws no window of its own, which spares half of the time. */
const WITHOUT_WINDOW = ['/usr/bin/chromium-headless-shell'];
const WITH_WINDOW = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * @param keepsLeftPages only a browser with a window keeps pages for the way back
 * @throws if there is no such browser. `CHROMIUM_PATH` names one at another place.
 */
export function browserPath({ keepsLeftPages = false } = {}): string {
  const paths = keepsLeftPages ? WITH_WINDOW : [...WITHOUT_WINDOW, ...WITH_WINDOW];
  const found = [process.env['CHROMIUM_PATH'] ?? '', ...paths].find(
    (path) => path !== '' && existsSync(path),
  );
  if (found !== undefined) return found;
  throw new Error(
    'No Chromium was found. Install the Debian package chromium, or set CHROMIUM_PATH.',
  );
}
