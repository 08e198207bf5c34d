/** Conversions between instants and the text of `datetime-local` fields, in the reader's zone. */

/** IANA name. */
export const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

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
