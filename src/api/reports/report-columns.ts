/** Columns of a report in CSV. */
import { localDateTime } from '../../domain/zone.ts';
import type { Cell, CsvColumn } from '../http/csv/csv-cells.ts';

export interface ReportColumn<Item> extends CsvColumn {
  value: (item: Item, zone: string) => Cell;
}

/** Each property of the view is a column of the same name. */
export const sameColumns = <View>(...names: (keyof View & string)[]): ReportColumn<View>[] =>
  names.map((name) => ({ name, value: (view) => view[name] as Cell }));

export const decimalColumns = <View>(...names: (keyof View & string)[]): ReportColumn<View>[] =>
  sameColumns<View>(...names).map((column) => ({ ...column, kind: 'decimal' }));

export const ownColumns = <View>(...names: (keyof View & string)[]): ReportColumn<View>[] =>
  sameColumns<View>(...names).map((column) => ({ ...column, kind: 'own' }));

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
