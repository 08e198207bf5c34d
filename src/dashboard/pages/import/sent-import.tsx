/** The import that was sent: its progress until it is done, then the rows that were left out. */
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Loaded, ProblemNote } from '../../components/feedback.tsx';
import { Section } from '../../components/page.tsx';
import { bytes, count, counted } from '../../format/numbers.ts';
import { CorrectLeftOut } from './correct-left-out.tsx';
import { withCorrected } from './corrections.ts';
import { OutcomeFigures, Reasons } from './outcomes.tsx';
import type { ImportInPage } from './use-import.ts';
import { isolated } from '../../format/names.ts';

interface Props {
  list: ImportInPage;
  campaignId: string;
}

export function SentImport({ list, campaignId }: Props) {
  const { report, problem } = list;
  return (
    <Section title={`Import of ${list.file!.name}`}>
      {problem && (
        <>
          <ProblemNote
            problem={problem}
            what="The import was cut off."
            next="Send it again: it goes on after the last row that was added."
          />
          <p class="actions">
            <button type="button" class="primary" onClick={() => void list.send()}>
              Send again
            </button>
            <button type="button" onClick={list.startAnew}>
              Start anew
            </button>
          </p>
        </>
      )}
      {!report && !problem && <Uploading list={list} campaignId={campaignId} />}
      {report && <Import list={list} campaignId={campaignId} id={report.id} />}
    </Section>
  );
}

/** Until the answer comes, the newest import of the campaign is this one. */
function Uploading({ list: { file, dryRun }, campaignId }: Props) {
  const imports = useQuery(
    '/v1/campaigns/{campaignId}/imports',
    { path: { campaignId }, query: { limit: 1 } },
    { on: ['import.*'], about: campaignId },
  );
  const [newest] = imports.data?.data ?? [];
  const open = newest?.state === 'open' ? newest : undefined;
  return (
    <>
      <p role="status">
        {open
          ? `${count(open.rows_read)} of ${counted(dryRun!.rows_read, 'row')} read.`
          : `${isolated(file!.name)} (${bytes(file!.size)}) is sent.`}{' '}
        Keep this page open until the list is sent.
      </p>
      <progress
        aria-label="Progress of the import"
        max={dryRun!.rows_read}
        value={open?.rows_read ?? 0}
      />
    </>
  );
}

function Import({ list, campaignId, id }: Props & { id: string }) {
  const found = useQuery(
    '/v1/campaigns/{campaignId}/imports/{importId}',
    { path: { campaignId, importId: id } },
    { on: ['import.*'], about: campaignId },
  );
  return (
    <Loaded query={found} what="the import">
      {(report) => (
        <>
          <State
            report={withCorrected(report, list.corrected)}
            rows={list.dryRun!.rows_read}
            corrected={list.corrected.accepted}
          />
          <OutcomeFigures outcome={withCorrected(report, list.corrected)} />
          {report.left_out_reasons.length > 0 && <Reasons reasons={report.left_out_reasons} />}
          {report.state !== 'open' && (
            <>
              {report.left_out.length > 0 && (
                <CorrectLeftOut list={list} report={report} campaignId={campaignId} />
              )}
              <p class="actions">
                <a class="button primary" href={`/campaigns/${campaignId}`}>
                  Open the campaign
                </a>
                <button type="button" onClick={list.startAnew}>
                  Import another list
                </button>
              </p>
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

interface StateProps {
  report: Schemas['ImportReport'];
  rows: number;
  corrected: number;
}

function State({ report, rows, corrected }: StateProps) {
  if (report.state === 'open') {
    return (
      <>
        <p role="status">
          {count(report.rows_read)} of {counted(rows, 'row')} read. The list is on the server, so
          you may leave this page.
        </p>
        <progress aria-label="Progress of the import" max={rows} value={report.rows_read} />
      </>
    );
  }
  return report.state === 'stopped' ? (
    <p class="note warn" role="status">
      The campaign ended before all rows were added. Rows after the first {count(report.rows_read)}{' '}
      are left out.
    </p>
  ) : (
    <p class="note good" role="status">
      The import is done: {counted(report.accepted, 'contact')} added
      {corrected > 0 && `, ${count(corrected)} of them corrected here`}.
    </p>
  );
}
