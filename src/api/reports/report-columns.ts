/** Columns of a report in CSV. */
import { localDateTime } from '../../domain/zone.ts';
import type { Cell, CsvColumn } from '../http/csv/csv-cells.ts';
import type { CsvForm } from '../http/csv/csv-writer.ts';

export interface CsvOptions extends CsvForm {
  zone: string;
}

export interface ReportColumn<Item> extends CsvColumn {
  value: (item: Item, options: CsvOptions) => Cell;
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
    { name: `${name}_local`, kind: 'time', value: (view, { zone }) => localTime(view[name], zone) },
  ]);

/** Programs have `agent_name` where it was added, at the end; people look for it beside `agent_id`. */
export function namesBesideIds<Item>(columns: readonly ReportColumn<Item>[]): ReportColumn<Item>[] {
  const idOf = ({ name }: ReportColumn<Item>) => {
    const [, of] = /^(.+)_name$/.exec(name) ?? [];
    return columns.find((column) => column.name === `${of}_id` || column.name === of);
  };
  const moved = new Map(
    columns.flatMap((column) => {
      const id = idOf(column);
      return id ? [[id, column] as const] : [];
    }),
  );
  const names = [...moved.values()];
  return columns
    .filter((column) => !names.includes(column))
    .flatMap((column) => [column, ...(moved.has(column) ? [moved.get(column)!] : [])]);
}

/** `2026-11-21 10:30:00`, which spreadsheets read as a date and time. */
const localTime = (instant: unknown, zone: string): string | null =>
  typeof instant === 'string'
    ? localDateTime(zone, Date.parse(instant))
        .slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
        .replace('T', ' ')
    : null;
