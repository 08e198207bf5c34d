/** How the bytes of a body are text: what was declared, and what they say themselves. */
import { TextDecoder } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

export interface BodyForm {
  /** A label of the Encoding Standard, in lower case; null: UTF-8, or UTF-16 with a byte order mark. */
  charset: string | null;
  /** Whether the bytes are compressed. */
  gzip: boolean;
}

/** @throws Problem 415 for a coding or an encoding that cannot be read */
export function bodyFormOf({ headers }: Pick<FastifyRequest, 'headers'>): BodyForm {
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (!['', 'identity', 'gzip', 'x-gzip'].includes(coding)) throw unknownCoding('gzip, identity');
  return { charset: charsetOf(headers['content-type']), gzip: coding.endsWith('gzip') };
}

/** For a route that takes no compressed bodies. @throws Problem 415 */
export function refuseCompressed(request: Pick<FastifyRequest, 'headers'>): void {
  const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding !== '' && coding !== 'identity') throw unknownCoding('identity');
}

const unknownCoding = (accepted: string) =>
  new Problem({
    status: 415,
    code: 'unsupported_content_coding',
    detail: accepted.includes('gzip')
      ? 'This route takes bodies as they are, or with `Content-Encoding: gzip`. Send it so.'
      : 'This route takes no compressed bodies. Send it without `Content-Encoding`.',
    headers: { 'accept-encoding': accepted },
  });

/** Whether a name is an encoding of the Encoding Standard. */
export function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

function charsetOf(contentType: string | undefined): string | null {
  const given = /;\s*charset\s*=\s*"?([^";\s]+)"?/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  if (given === undefined) return null;
  if (!isEncoding(given)) {
    throw new Problem({
      status: 415,
      code: 'unsupported_charset',
      detail:
        'The charset of `Content-Type` is not known. Send UTF-8, or name an encoding such as windows-1252 or utf-16le.',
    });
  }
  return new TextDecoder(given).encoding === 'utf-8' ? null : given;
}

/** A decoder of text that begins so. @throws Problem 400 for files that are no text */
export function decoderFor(start: Buffer, charset: string | null): TextDecoder {
  const kind = FILES.find(({ magic }) => start.subarray(0, magic.length).equals(magic));
  if (kind) throw new Problem({ status: 400, code: 'malformed_text', detail: kind.detail });
  return new TextDecoder(charset ?? markedEncoding(start) ?? 'utf-8', { fatal: true });
}

function markedEncoding(start: Buffer): string | undefined {
  if (start.length >= 2 && start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start.length >= 2 && start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined;
}

/** Of the first letters of a text in UTF-16 one byte of two is 0. Null: it does not begin so, or it has a mark. */
export function unmarkedUtf16(start: Buffer): string | null {
  const pairs = Math.min(start.length >> 1, PAIRS_COMPARED);
  const zeros = (offset: number) =>
    Array.from({ length: pairs }, (_, pair) => start[2 * pair + offset]).filter(
      (byte) => byte === 0,
    ).length;
  if (pairs === 0 || markedEncoding(start) !== undefined) return null;
  if (zeros(1) * 2 > pairs && zeros(0) === 0) return 'utf-16le';
  return zeros(0) * 2 > pairs && zeros(1) === 0 ? 'utf-16be' : null;
}

const PAIRS_COMPARED = 32;

const FILES = [
  {
    magic: Buffer.from([0x1f, 0x8b]),
    detail:
      'The body is a gzip file. A list may be sent so with the header `Content-Encoding: gzip`; anything else must be unpacked first.',
  },
  {
    magic: Buffer.from('PK\u0003\u0004'),
    detail:
      'The body is an Excel workbook or another ZIP file, which this route does not take. Save the sheet as “CSV UTF-8”, or unpack the file.',
  },
  {
    magic: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    detail:
      'The body is an old Excel workbook (.xls), or one with a password. Save it as .xlsx without one, or the sheet as “CSV UTF-8”.',
  },
  { magic: Buffer.from('%PDF'), detail: 'The body is a PDF. Send the list as CSV.' },
];

/** @param line where the first wrong byte is */
export const notInEncoding = (charset: string | null, line: number) =>
  new Problem({
    status: 400,
    code: 'malformed_text',
    detail:
      charset === null
        ? `Line ${line} is not UTF-8. Save the file as “CSV UTF-8”, or name its encoding in the content type, which for files of ` +
          'Excel is mostly `charset=windows-1252`, on the command line `--encoding windows-1252`, and look at the names in a dry run.'
        : `Line ${line} is not in the encoding ${charset}, which the content type names. Name the one in which the file was saved.`,
    more: { line },
  });

/** The text of a whole body. @throws Problem 400 if it is no text in its encoding */
export function textOf(body: Buffer, charset: string | null): string {
  const decoder = decoderFor(body, charset);
  try {
    return decoder.decode(body);
  } catch {
    throw notInEncoding(charset, lineOfFault(new TextDecoder(decoder.encoding).decode(body)));
  }
}

/** @param text in which a wrong byte is U+FFFD */
export const lineOfFault = (text: string): number => text.split('\ufffd', 1)[0]!.split('\n').length;
