/** Columns of a report in CSV. */
import { localDateTime } from '../../domain/zone.ts';

export type Cell = string | number | boolean | null | undefined;

export interface ReportColumn<Item> {
  name: string;
  value: (item: Item, zone: string) => Cell;
}

/** Each property of the view is a column of the same name. */
export const sameColumns = <View>(...names: (keyof View & string)[]): ReportColumn<View>[] =>
  names.map((name) => ({ name, value: (view) => view[name] as Cell }));

/** Two columns for an instant of the view: in UTC, and in the zone of the report. */
export const instantColumns = <View>(...names: (keyof View & string)[]): ReportColumn<View>[] =>
  names.flatMap((name) => [
    { name, value: (view) => view[name] as Cell },
    { name: `${name}_local`, value: (view, zone) => localTime(view[name], zone) },
  ]);

/** `2026-11-21 10:30:00`, which spreadsheets read as a date and time. */
const localTime = (instant: unknown, zone: string): string | null =>
  typeof instant === 'string'
    ? localDateTime(zone, Date.parse(instant))
        .slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
        .replace('T', ' ')
    : null;

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula. Numbers stay as they are: phone numbers
 * begin with a plus, and negative amounts with a minus.
 */
export const formulaSafe = (text: string): string =>
  /^[=+\-@\t\r\n]/.test(text) && !/^[+-]?[0-9]+(\.[0-9]+)?$/.test(text) ? `'${text}` : text;
