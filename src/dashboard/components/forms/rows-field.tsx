/** A list of rows, each with fields of its own. Rows are added and removed. */
import type { FieldRow, RowColumn } from './field-rows.ts';
import { WEEKDAYS } from '../../format/time/weekdays.ts';
import { ChecksField, SelectField, TextField, useFaults, type ValueProps } from './field.tsx';

interface RowsFieldProps {
  label: string;
  hint?: string | undefined;
  /** What a row is, for the button and for screen readers. */
  one: string;
  columns: readonly RowColumn[];
  /** A new row. */
  first: FieldRow;
  rows: readonly FieldRow[];
  onRows: (rows: readonly FieldRow[]) => void;
  /** JSON pointer of the list, and of a column of a row, by which the server names faults. */
  pointer: string;
  pointerOf: (row: FieldRow, index: number, column: string) => string;
}

export function RowsField({ label, hint, one, rows, onRows, ...props }: RowsFieldProps) {
  const { columns, first, pointer, pointerOf } = props;
  const change = (index: number, name: string, value: string) =>
    onRows(rows.with(index, { ...rows[index]!, [name]: value }));
  return (
    <div class="rows" role="group" aria-label={label}>
      <p class="field-name">{label}</p>
      {useFaults(pointer, true).map((fault) => (
        <p key={fault} class="fault">
          {fault}
        </p>
      ))}
      {rows.map((row, index) => (
        <div key={index} class="row-fields" role="group" aria-label={`${one} ${index + 1}`}>
          {columns
            .filter(({ shownIn }) => !shownIn || shownIn(row))
            .map((column) => (
              <RowInput
                key={column.name}
                column={column}
                value={row[column.name] ?? ''}
                onValue={(value) => change(index, column.name, value)}
                pointer={pointerOf(row, index, column.name)}
              />
            ))}
          <button
            type="button"
            class="quiet-button"
            aria-label={`Remove ${one} ${index + 1}`}
            onClick={() => onRows(rows.toSpliced(index, 1))}
          >
            Remove
          </button>
        </div>
      ))}
      <p>
        <button type="button" onClick={() => onRows([...rows, first])}>
          Add {one}
        </button>
      </p>
      {hint && <p class="hint">{hint}</p>}
    </div>
  );
}

interface RowInputProps extends Omit<ValueProps, 'label'> {
  column: RowColumn;
}

function RowInput({ column: { label, kind, placeholder }, ...field }: RowInputProps) {
  if (kind === 'weekdays') return <WeekdaysInput label={label} {...field} />;
  if (typeof kind !== 'string') return <SelectField label={label} choices={kind} {...field} />;
  const shown = { label, type: kind, exact: true, ...field };
  return <TextField {...shown} {...(placeholder ? { placeholder } : {})} />;
}

const DAYS = WEEKDAYS.map(({ value, text }) => ({ value, text: text.slice(0, 3) }));

/** The value is such as `mon tue`. */
const WeekdaysInput = ({ value, onValue, ...field }: ValueProps) => (
  <ChecksField
    {...field}
    choices={DAYS}
    chosen={value.split(' ')}
    onChosen={(days) => onValue(days.join(' '))}
  />
);
