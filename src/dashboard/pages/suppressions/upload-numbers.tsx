import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { ApiProblem } from '../../api/problem.ts';
import { FileField } from '../../components/forms/file-field.tsx';
import { Form } from '../../components/forms/form.tsx';
import { CloseButton } from '../../components/forms/secret.tsx';
import { Table } from '../../components/lists/table.tsx';
import { UntilField } from '../../components/forms/until-field.tsx';
import type { AnswerOf } from '../../../client/requests.ts';
import { bytes, count, counted } from '../../format/numbers.ts';
import { listTypeOf } from '../../format/files/list-file.ts';
import { instantOfLocal } from '../../format/time/local-time.ts';
import { isolated } from '../../format/names.ts';

type Report = AnswerOf<'/v1/suppressions/{listId}/numbers', 'post'>;

interface Props {
  list: { id: string; name: string };
}

/** A repeat after a broken connection goes on where it stopped, because it has the same key. */
export function UploadNumbers({ list }: Props) {
  const [file, setFile] = useState<{ file: File; key: string }>();
  const [until, setUntil] = useState('');
  const [report, setReport] = useState<Report>();
  if (report) return <Uploaded report={report} />;
  const upload = async () => {
    if (!file) throw new ApiProblem(422, { detail: 'No file is chosen.' });
    const instant = instantOfLocal(until);
    setReport(
      await api.upload('/v1/suppressions/{listId}/numbers', {
        path: { listId: list.id },
        query: instant === undefined ? {} : { until: instant },
        unchanged: file.file,
        type: listTypeOf(file.file.name),
        idempotencyKey: file.key,
      }),
    );
    return '';
  };
  return (
    <Form send="Upload" run={upload} stays>
      <p>
        Each number counts as soon as it is added. Rows that cannot be read are named afterwards;
        the others are added.
      </p>
      <FileField
        label="File"
        hint={
          file
            ? `${isolated(file.file.name)}, ${bytes(file.file.size)}`
            : 'CSV with a column named number, NDJSON or JSON, up to 200,000 rows.'
        }
        onFile={(chosen) => setFile({ file: chosen, key: crypto.randomUUID() })}
      />
      <UntilField
        value={until}
        onValue={(text) => {
          setUntil(text);
          // Another request must not have the key of the one before.
          setFile(file && { ...file, key: crypto.randomUUID() });
        }}
      />
    </Form>
  );
}

function Uploaded({ report }: { report: Report }) {
  const { rows_read: rows, added, known, erased, rejected } = report;
  return (
    <>
      <p role="status">
        {counted(rows, 'row')} read: {counted(added, 'number')} added, {count(known)} on the list
        before, {count(erased)} of erased persons, {counted(rejected.length, 'row')} not usable.
      </p>
      {rejected.length > 0 && (
        <Table
          caption="Rows that cannot be used"
          columns={[
            { name: 'Line', numeric: true, cell: ({ line }) => line },
            { name: 'Reason', cell: ({ reason }) => reason },
          ]}
          rows={rejected.slice(0, 100)}
          keyOf={({ line }) => line}
        />
      )}
      {rejected.length > 0 && <p class="quiet">Correct these rows and upload them again.</p>}
      <div class="dialog-actions">
        <CloseButton />
      </div>
    </>
  );
}
