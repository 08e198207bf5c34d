import { api, type Schemas } from '../../api/api.ts';
import { Action } from '../../components/forms/action.tsx';
import { Badge } from '../../components/resources/badge.tsx';
import type { Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { bytes, count } from '../../format/numbers.ts';
import { wordOf, type Word } from '../../format/words.ts';
import { REPORTS } from './report-form.ts';

type Job = Schemas['ReportJob'];

const STATES: Record<Job['state'], Word> = {
  open: { text: 'Being written', tone: 'busy' },
  done: { text: 'Ready', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
};

export const JOB_COLUMNS: readonly Column<Job>[] = [
  { name: 'Report', cell: ({ report }) => REPORTS[report]?.name ?? report },
  { name: 'State', cell: (job) => <JobState job={job} /> },
  { name: 'Rows', numeric: true, cell: ({ rows }) => count(rows) },
  { name: 'Size', numeric: true, cell: ({ bytes: size }) => (size === null ? '–' : bytes(size)) },
  {
    name: 'Requested',
    cell: ({ created_at: at, created_by: by }) => (
      <>
        <Time at={at} /> by {by}
      </>
    ),
  },
  { name: 'Kept until', cell: ({ expires_at: at }) => <Time at={at} /> },
  { name: 'Actions', cell: (job) => <JobActions job={job} /> },
];

const JobState = ({ job: { state, attempts, reason } }: { job: Job }) => (
  <>
    <Badge {...wordOf(STATES, state)} />
    {reason && (
      <p class="quiet">
        {state === 'open' ? `Attempt ${attempts} failed, it is tried again: ${reason}` : reason}
      </p>
    )}
    {state === 'open' && !reason && attempts === 0 && (
      <p class="quiet">It waits: a server writes one report at a time.</p>
    )}
  </>
);

const JobActions = ({ job: { id, file, state } }: { job: Job }) => (
  <div class="actions">
    {file && (
      <a class="button" href={file} download>
        Download
      </a>
    )}
    <Action
      label={state === 'open' ? 'Cancel' : 'Delete'}
      quiet
      run={() => api.delete('/v1/report-jobs/{jobId}', { path: { jobId: id } })}
      happened="The report is deleted."
      before="The report and its file are deleted. What it contains can be written again."
    />
  </div>
);
