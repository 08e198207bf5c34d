export type RangeVerdict =
  { kind: 'whole' } | { kind: 'part'; first: number; last: number } | { kind: 'unsatisfiable' };

/**
 * Reads a `Range` header for a file of `size` bytes. Several ranges in one header get the whole file. `range-parser` and
 * `@fastify/send` answer 416 to `bytes=-5000` of a shorter file and to `bytes=5-1`, against RFC 9110, 14.1.
 */
export function readRange(header: string | undefined, size: number): RangeVerdict {
  const match = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'whole' };
  if (match[1] === '') return suffix(Number(match[2]), size);
  const first = Number(match[1]);
  const last = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  // A range whose last byte is before its first is invalid, and an invalid header is ignored (RFC 9110, 14.1.1).
  if (match[2] !== '' && Number(match[2]) < first) return { kind: 'whole' };
  return first < size ? { kind: 'part', first, last } : { kind: 'unsatisfiable' };
}

function suffix(length: number, size: number): RangeVerdict {
  if (length === 0 || size === 0) return { kind: 'unsatisfiable' };
  return { kind: 'part', first: Math.max(0, size - length), last: size - 1 };
}
