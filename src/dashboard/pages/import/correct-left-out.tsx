/** Rows that an import left out, corrected in place and sent as a further small list. */
import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { useOnce } from '../../api/once.ts';
import { useRun } from '../../components/forms/action.tsx';
import { Loaded, ProblemNote } from '../../components/feedback.tsx';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { Section } from '../../components/page.tsx';
import { count, counted } from '../../format/numbers.ts';
import { forSpreadsheet } from '../../format/files/spreadsheet.ts';
import { correctedContacts, leftOutOfCsv, type LeftOut } from './corrections.ts';
import { importQuery } from './import-settings.ts';
import { LeftOutRows } from './left-out-rows.tsx';
import type { ImportInPage } from './use-import.ts';

/** So many rows can be corrected on the page. More are corrected in the downloaded file. */
const MOST_ROWS = 200;

interface Props {
  list: ImportInPage;
  report: Schemas['ImportReport'];
  campaignId: string;
}

export function CorrectLeftOut({ list, report, campaignId }: Props) {
  const rows = useLeftOut(campaignId, report.id);
  const all = report.duplicate + report.suppressed + report.rejected;
  return (
    <Section
      title="Left-out rows"
      aside={
        <a href={forSpreadsheet(report.left_out_csv)} download>
          All {count(all)} as CSV
        </a>
      }
    >
      {all > MOST_ROWS && (
        <p class="quiet">
          The first {count(MOST_ROWS)} are here. Correct the others in the file, then import it.
        </p>
      )}
      <Loaded query={rows} what="the left-out rows">
        {(data) => <Correct list={list} rows={data} campaignId={campaignId} />}
      </Loaded>
    </Section>
  );
}

function Correct({
  list: { corrections, correct, settings, noteCorrected },
  rows,
  campaignId,
}: {
  list: ImportInPage;
  rows: readonly LeftOut[];
  campaignId: string;
}) {
  const [left, setLeft] = useState(rows);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const contacts = correctedContacts(left, corrections);
  const { busy, problem, start } = useRun(async () => {
    const answer = await api.post('/v1/campaigns/{campaignId}/contacts', {
      path: { campaignId },
      query: importQuery(settings),
      body: { contacts: contacts.map(({ contact }) => contact) },
    });
    if ('dry_run' in answer) return '';
    noteCorrected(answer);
    const stillOut = new Map(answer.left_out.map((row) => [row.line, row]));
    const sent = new Map(contacts.map(({ line }, index) => [line, stillOut.get(index + 1)]));
    setFaults([...sent].flatMap(([line, fault]) => (fault ? `Line ${line}: ${fault.reason}` : [])));
    setLeft(left.filter(({ line }) => !sent.has(line) || sent.get(line) !== undefined));
    return answer.accepted === 1
      ? '1 corrected row was added.'
      : `${count(answer.accepted)} corrected rows were added.`;
  });
  return (
    <>
      <LeftOutRows
        rows={left}
        valueOf={({ field, written }) => (field && written?.[field]) || ''}
        corrections={corrections}
        correct={correct}
      />
      {faults.length > 0 && (
        <div class="note warn" role="alert">
          <p>These rows were left out again:</p>
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      )}
      {problem && <ProblemNote problem={problem} what="The corrected rows were not sent." />}
      <p class="actions">
        <BusyButton
          class="primary"
          busy={busy}
          disabled={contacts.length === 0}
          onClick={() => void start()}
        >
          {busy ? 'Send …' : `Send ${counted(contacts.length, 'corrected row')}`}
        </BusyButton>
      </p>
    </>
  );
}

/** The rows as they were written are only in the file of left-out rows. */
const useLeftOut = (campaignId: string, importId: string) =>
  useOnce(`${campaignId} ${importId}`, async () => {
    const path = { campaignId, importId };
    const csv = await api.text('/v1/campaigns/{campaignId}/imports/{importId}/rejected', { path });
    return leftOutOfCsv(csv, MOST_ROWS);
  });
