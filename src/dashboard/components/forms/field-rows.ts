/** What a field of rows shows. */

/** The texts of a row, by column. */
export type FieldRow = Readonly<Record<string, string>>;

export interface RowColumn {
  name: string;
  label: string;
  kind:
    'text' | 'number' | 'time' | 'date' | 'weekdays' | readonly { value: string; text: string }[];
  placeholder?: string;
  /** The column has no meaning in rows where this is false. */
  shownIn?: (row: FieldRow) => boolean;
}
