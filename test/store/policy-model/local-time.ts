/** Clocks on the wall, read by the language alone: the model must not ask the rules that it judges. */

export interface WallClock {
  /** `YYYY-MM-DD` */
  date: string;
  /** 1 is Monday. */
  weekday: number;
  minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    // Swedish writes `2026-11-23 14:05`.
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    formats.set(zone, format);
  }
  return format;
}

export function wallClock(zone: string, atMs: number): WallClock {
  const [date = '', time = ''] = formatOf(zone).format(atMs).split(' ');
  const [hours, minutes] = time.split(':').map(Number);
  const sundayIsZero = new Date(`${date}T00:00:00Z`).getUTCDay();
  return { date, weekday: sundayIsZero || 7, minute: hours! * 60 + minutes! };
}
