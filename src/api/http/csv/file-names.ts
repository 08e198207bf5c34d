/** Parts of the names of files. */
import { localDateTime } from '../../../domain/zone.ts';

export const dayOf = (zone: string, ms: number): string =>
  localDateTime(zone, ms).slice(0, 'YYYY-MM-DD'.length);

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
