import type { Schemas } from '../../api/api.ts';
import { nowMs } from '../../clock.ts';
import { dateAndTime } from '../../format/time/times.ts';
import { changedFields, type ChangedField } from './changed-fields.ts';

interface ChangeProps {
  entry: Schemas['AuditEntry'];
  what: string;
}

/** What was done. The fields that it changed, with their values before and after it, are folded under it. */
export function ChangeDetails({ entry: { before, after }, what }: ChangeProps) {
  const fields = changedFields(before, after);
  if (fields.length === 0) return <>{what}</>;
  return (
    <details class="changes">
      <summary>{what}</summary>
      <Fields fields={fields} />
    </details>
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const shown = (value: string) => (INSTANT.test(value) ? dateAndTime(value, nowMs.peek()) : value);

function Fields({ fields }: { fields: readonly ChangedField[] }) {
  return (
    <ul>
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          {field && <span class="quiet">{field.replaceAll(/[._]/g, ' ')}: </span>}
          {before !== undefined && (
            <>
              <del>{shown(before)}</del> <span aria-hidden="true">→</span>{' '}
            </>
          )}
          {after === undefined ? <span class="quiet">none</span> : <ins>{shown(after)}</ins>}
        </li>
      ))}
    </ul>
  );
}
