/** Conversions between instants and the text of `datetime-local` fields, in the reader's zone. */

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** IANA name. */
export const readersZone = zoneOf(own, new Date().getTimezoneOffset());

/**
 * A browser whose system has no place set gives a name such as `EST`, which the API refuses: its offset is taken then.
 * @param minutesBehind UTC
 */
export function zoneOf(name: string | undefined, minutesBehind: number): string {
  if (name !== undefined && name.includes('/') && name !== 'Etc/Unknown') return name;
  const hours = Math.round(minutesBehind / 60);
  if (hours === 0) return 'UTC';
  // The sign is that of POSIX: west of Greenwich is positive.
  return `Etc/GMT${hours > 0 ? '+' : ''}${hours}`;
}

/** @returns undefined if the field is empty or not whole */
export function instantOfLocal(text: string): string | undefined {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** 2026-11-23T09:30; empty if there is no instant. */
export function localOfInstant(iso: string | null | undefined): string {
  if (!iso || Number.isNaN(Date.parse(iso))) return '';
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
