import type { Schemas } from '../../api/api.ts';
import { changedFields, type ChangedField } from './changed-fields.ts';

/** So many fields are shown at once. */
const SHOWN = 3;

/** The fields that a change changed, with their values before and after it. */
export function ChangeDetails({ entry: { before, after } }: { entry: Schemas['AuditEntry'] }) {
  const fields = changedFields(before, after);
  if (fields.length === 0) return <span class="quiet">–</span>;
  const rest = fields.slice(SHOWN);
  return (
    <div class="changes">
      <Fields fields={fields.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <Fields fields={rest} />
        </details>
      )}
    </div>
  );
}

function Fields({ fields }: { fields: readonly ChangedField[] }) {
  return (
    <ul>
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          {field && <span class="quiet">{field}: </span>}
          {before !== undefined && (
            <>
              <del>{before}</del> <span aria-hidden="true">→</span>{' '}
            </>
          )}
          {after === undefined ? <span class="quiet">none</span> : <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}
