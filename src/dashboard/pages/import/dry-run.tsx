/** What would become of each row, before anything is added. */
import type { Schemas } from '../../api/api.ts';
import { ProblemNote } from '../../components/feedback.tsx';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { Section } from '../../components/page.tsx';
import { bytes, counted } from '../../format/numbers.ts';
import { correctedLines } from './corrections.ts';
import { LeftOutRows } from './left-out-rows.tsx';
import { OutcomeFigures, Reasons } from './outcomes.tsx';
import type { ImportInPage } from './use-import.ts';
import { isolated } from '../../format/names.ts';

export function DryRun({ list }: { list: ImportInPage }) {
  const { file, busy, problem, dryRun, check } = list;
  return (
    <>
      {problem && <ProblemNote problem={problem} what="The list cannot be read:" />}
      {busy === 'checking' && (
        <p class="note busy" role="status">
          {isolated(file!.name)} ({bytes(file!.size)}) is read and judged, row by row. A million
          rows take about a minute.
        </p>
      )}
      <p class="actions">
        <BusyButton
          class={dryRun ? '' : 'primary'}
          busy={busy !== undefined}
          onClick={() => void check()}
        >
          {busy === 'checking' ? 'Check …' : 'Check the list'}
        </BusyButton>
      </p>
      {dryRun && <Result list={list} dryRun={dryRun} />}
    </>
  );
}

function Result({ list, dryRun }: { list: ImportInPage; dryRun: Schemas['ImportDryRun'] }) {
  const { corrections, correct, send, file } = list;
  const { left_out: leftOut, left_out_reasons: reasons, accepted } = dryRun;
  const corrected = correctedLines(corrections, leftOut);
  return (
    <Section title="What would become of it">
      <OutcomeFigures outcome={dryRun} />
      {dryRun.notices.map((notice) => (
        <NoticeNote key={notice.code} notice={notice} />
      ))}
      {reasons.length > 0 && <Reasons reasons={reasons} />}
      {leftOut.length > 0 && (
        <>
          <p>
            Correct a value here if you know the right one. Corrected rows are sent after the list,
            as a further small one; the file stays as it is.
          </p>
          <LeftOutRows
            rows={leftOut}
            valueOf={({ value }) => value ?? ''}
            corrections={corrections}
            correct={correct}
          />
        </>
      )}
      <p class="actions">
        <button
          type="button"
          class="primary"
          disabled={accepted === 0 && corrected === 0}
          onClick={() => void send()}
        >
          Add {counted(accepted, 'contact')}
        </button>
        <span class="quiet">
          {accepted === 0
            ? 'No row of the list can be added.'
            : `${isolated(file!.name)} is sent as it is; rows that cannot be used are left out.`}
        </span>
      </p>
    </Section>
  );
}

const SAMPLES_SHOWN = 5;

/** Whoever adds the rows has read it. */
function NoticeNote({ notice: { detail, samples, answer } }: { notice: Schemas['ImportNotice'] }) {
  return (
    <div class="note warn" role="status">
      <p>
        {detail}
        {samples.length > 0 ? ':' : '.'}
      </p>
      <ul>
        {samples.slice(0, SAMPLES_SHOWN).map((sample) => (
          <li key={sample}>{sample}</li>
        ))}
      </ul>
      {samples.length > SAMPLES_SHOWN && <p>… and {samples.length - SAMPLES_SHOWN} more.</p>}
      {answer && <p>Add the contacts only if that is right.</p>}
    </div>
  );
}
