/** Adds many agents by a CSV file: all of them, or none. */
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { Field, SelectField } from '../../components/forms/field.tsx';
import { DialogButton, Form } from '../../components/forms/form.tsx';
import { encodingOf } from '../../format/files/list-file.ts';
import { count } from '../../format/numbers.ts';

export const ImportAgents = () => (
  <DialogButton label="Import agents">
    <ImportForm />
  </DialogButton>
);

function ImportForm() {
  const [file, setFile] = useState<File>();
  const [edit, setEdit] = useState<'true' | 'false'>('false');
  const run = async () => {
    // Read now: a file that was changed since it was chosen cannot be sent.
    const bytes = await file!.arrayBuffer();
    const { added, edited, unchanged } = await api.upload('/v1/agents/import', {
      query: { edit },
      unchanged: bytes,
      type: `text/csv; charset=${encodingOf(bytes)}`,
    });
    return `${count(added.length)} added, ${count(edited.length)} changed, ${count(unchanged.length)} as they were.`;
  };
  return (
    <Form send="Import" run={run}>
      <p>
        All rows are imported, or none. New agents are ready to take calls at once. Faults are named
        with their lines.
      </p>
      <Field
        label="CSV file"
        hint={
          <>
            Columns: <code>id,name,kind,address,pools,capacity</code>. Pools are separated by
            semicolons; pools and capacity may be left out.
          </>
        }
      >
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept=".csv,text/csv"
            required
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      <SelectField
        label="Rows of agents that are there with other settings"
        value={edit}
        onValue={(value) => setEdit(value === 'true' ? 'true' : 'false')}
        choices={[
          { value: 'false', text: 'are faults, and nothing is imported' },
          { value: 'true', text: 'change name, address, pools and capacity' },
        ]}
      />
    </Form>
  );
}
