/** Which of the contacts a clone takes along. */
import type { Schemas } from '../../api/api.ts';
import { TextField } from '../../components/forms/field.tsx';
import { OutcomeField } from '../../components/forms/resource-fields.tsx';

type Selection = Schemas['ContactSelection'];

/** As typed. */
export const NOBODY_CHOSEN = { outcome: '', areas: '', dataField: '', dataValue: '' };
type Typed = typeof NOBODY_CHOSEN;

/** Null: all of them. */
export function selectionOf({ outcome, areas, dataField, dataValue }: Typed): Selection | null {
  const places = areas
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((area) => area !== '');
  const where: Selection = {
    ...(outcome !== '' && { outcomes: [outcome] }),
    ...(places.length > 0 && { areas: places }),
    ...(dataField.trim() !== '' && { data: { [dataField.trim()]: dataValue } }),
  };
  return Object.keys(where).length === 0 ? null : where;
}

interface BoundField {
  value: string;
  onValue: (value: string) => void;
  pointer: string;
}

export function ContactSelectionFields({
  field,
}: {
  field: (name: keyof Typed, pointer: string) => BoundField;
}) {
  return (
    <details>
      <summary>Only some of them</summary>
      <OutcomeField
        {...field('outcome', '/where/outcomes')}
        label="Outcome of the last call"
        none="Any"
      />
      <TextField
        {...field('areas', '/where/areas')}
        label="Countries or states"
        placeholder="US-CA, US-NV"
        hint="Contacts that may be there, by their address or number. Empty: everywhere."
      />
      <TextField
        {...field('dataField', '/where/data')}
        label="Field of your list"
        hint="For example plan. Empty: any."
      />
      <TextField {...field('dataValue', '/where/data')} label="Its value, exactly" />
    </details>
  );
}
