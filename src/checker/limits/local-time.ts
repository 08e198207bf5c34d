/** Dates and local times of a zone, from the runtime's data. */
const formats = new Map<string, Intl.DateTimeFormat>();

export function localTime(
  zone: string,
  atMs: number,
): { date: string; weekday: string; clock: string } {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    date: `${of('year')}-${of('month')}-${of('day')}`,
    weekday: of('weekday').toLowerCase(),
    clock: `${of('hour')}:${of('minute')}`,
  };
}
