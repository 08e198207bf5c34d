import * as z from 'zod';
import type { ReportJob } from '../../store/statistics/report-job-store.ts';
import { inJson } from '../http/answers/in-json.ts';
import { Instant } from '../http/schemas.ts';
import { REPORTS } from './report-request.ts';
import type { ReportRequest } from './report-request.ts';

export const ReportJobView = z
  .object({
    id: z.string(),
    report: z.enum(REPORTS),
    state: z.enum(['open', 'done', 'failed']).meta({
      description: '`open`: it waits or is written. `done` and `failed` are final.',
    }),
    rows: z.int().meta({ description: 'Written so far.' }),
    bytes: z.int().nullable().meta({ description: 'Of the file; null until it is done.' }),
    attempts: z.int(),
    reason: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
    file: z.string().nullable().meta({ description: 'Path of the file; null until it is done.' }),
    created_by: z.string(),
    created_at: Instant,
    ended_at: Instant.nullable(),
    expires_at: Instant.meta({ description: 'The job and its file are deleted then.' }),
  })
  .meta({ id: 'ReportJob' });

export const reportJobView = (job: ReportJob): z.infer<typeof ReportJobView> => ({
  ...inJson(job),
  report: (JSON.parse(job.request) as ReportRequest).report,
  reason: job.why,
  file: job.state === 'done' ? `/v1/report-jobs/${job.id}/file` : null,
});
