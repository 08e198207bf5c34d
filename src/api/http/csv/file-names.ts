/** Parts of the names of files. */
import { localDateTime } from '../../../domain/zone.ts';

export const dayOf = (zone: string, ms: number): string =>
  localDateTime(zone, ms).slice(0, 'YYYY-MM-DD'.length);

const MOST_CHARACTERS = 60;

/** A name as a part of a file's name: letters, digits and hyphens. Empty: it has none of them. */
export const fileWord = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/^-|-$/g, '');

/** `Content-Disposition` of a file, for clients with and without RFC 6266. */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^ -~]+/gu, '_')
    .replaceAll(/["\\]/g, '');
  const whole = ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `attachment; filename="${ascii}"${whole}`;
}
