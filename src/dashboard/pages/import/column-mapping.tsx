/** Which column of the file is which of a contact, with values of the first rows beside it. */
import { Table, type Column } from '../../components/lists/table.tsx';
import type { CsvSample } from './csv-text.ts';
import { COLUMNS, type Mapping } from './import-settings.ts';

const VALUES_SHOWN = 3;

interface Props {
  sample: CsvSample;
  mapping: Mapping;
  map: (title: string, column: string | null) => void;
}

interface FileColumn {
  title: string;
  index: number;
  /** Of the first rows. */
  values: string[];
}

export function ColumnMapping({ sample: { header, rows }, ...props }: Props) {
  const columns = header.map((title, index) => ({
    title,
    index,
    values: rows.slice(0, VALUES_SHOWN).flatMap((row) => row[index] || []),
  }));
  return (
    <Table
      caption="Columns of the file"
      rows={columns}
      keyOf={({ index }) => index}
      columns={columnsOf(props)}
    />
  );
}

const nameOf = ({ title, index }: FileColumn) => title || `Column ${index + 1}`;

const columnsOf = ({ mapping, map }: Omit<Props, 'sample'>): readonly Column<FileColumn>[] => [
  { name: 'Column', cell: nameOf },
  {
    name: 'First values',
    cell: ({ values }) => <span class="whole-text">{values.join(' · ') || '–'}</span>,
  },
  {
    name: 'Is',
    cell: (column) => (
      <Choice
        label={`${nameOf(column)} is`}
        own={`data.${nameOf(column)}`}
        value={mapping[column.title]}
        onValue={(chosen) => map(column.title, chosen)}
      />
    ),
  },
];

const UNANSWERED = '?';

interface ChoiceProps {
  label: string;
  /** The column as a field of the list's own, which agents see. */
  own: string;
  value: string | null | undefined;
  onValue: (column: string | null) => void;
}

/** The table names the column, so the label is for screen readers only. */
function Choice({ label, own, value, onValue }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value === undefined ? UNANSWERED : (value ?? '')}
      onChange={(event) => onValue(event.currentTarget.value || null)}
    >
      {value === undefined && (
        <option value={UNANSWERED} disabled>
          Choose …
        </option>
      )}
      <option value="">Not read</option>
      {Object.entries(COLUMNS).map(([column, text]) => (
        <option key={column} value={column}>
          {text}
        </option>
      ))}
      <option value={own}>A field of your own, for agents</option>
    </select>
  );
}
