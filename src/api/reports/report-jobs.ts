/** Jobs that write reports to the archive: their routes. `write-reports.ts` does the writing. */
import * as z from 'zod';
import type { ReportJob } from '../../store/statistics/report-job-store.ts';
import { parts, routes, routesOf } from '../http/routes.ts';
import { Problem } from '../http/problem.ts';
import { PageQuery, listAnswer, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { jsonAnswer } from '../http/schemas.ts';
import { ReportJobView, reportJobView } from './report-job-view.ts';
import { REPORT_FILES, sendFile } from './reports.ts';
import { archiveNameOf } from './write-reports.ts';
import { fileType } from './report-request.ts';
import type { ReportRequest } from './report-request.ts';
import { reportFileName } from './report-file-name.ts';

const JobParams = z.object({ jobId: z.string().max(64) });
const { reads, changes } = routesOf('reports');

export const reportJobRoutes = parts(() => [readRoutes, fileRoute, deleteRoute]);

const readRoutes = routes((app, { store }) => {
  app.get(
    '/report-jobs',
    reads('operate', {
      operationId: 'listReportJobs',
      summary: 'List the jobs that write reports, newest first',
      querystring: PageQuery,
      response: { 200: pageAnswer('A page of jobs', ReportJobView) },
    }),
    async ({ query }) => listAnswer(await store.reportJobs(pageRequest(query)), reportJobView),
  );

  app.get(
    '/report-jobs/:jobId',
    reads('operate', {
      operationId: 'getReportJob',
      summary: 'Show the progress of a job that writes a report',
      params: JobParams,
      response: { 200: jsonAnswer('The job', ReportJobView) },
    }),
    async ({ params }) => reportJobView(await store.reportJob(params.jobId)),
  );
});

const fileRoute = routes((app, { store, recordings }) => {
  app.get(
    '/report-jobs/:jobId/file',
    {
      exposeHeadRoute: false,
      ...reads('operate', {
        operationId: 'getReportFile',
        summary: 'Download the report that a job has written',
        params: JobParams,
        response: {
          200: {
            description: 'The report',
            content: REPORT_FILES,
          },
        },
        problems: [409, 503],
      }),
    },
    async ({ params }, reply) => {
      const job = await store.reportJob(params.jobId);
      if (job.state !== 'done') throw notDone(job);
      const archived = await recordings.open(archiveNameOf(job));
      if (!archived) throw fileGone();
      reply.header('content-length', archived.bytes);
      const request = JSON.parse(job.request) as ReportRequest;
      const name = await reportFileName(store, request, job.createdAtMs);
      const type = fileType(request);
      return sendFile(reply, { name, type, body: await archived.read() });
    },
  );
});

const deleteRoute = routes((app, { store, nowMs }) => {
  app.delete(
    '/report-jobs/:jobId',
    changes('operate', {
      operationId: 'deleteReportJob',
      summary: 'Delete a job and its file before they expire',
      description:
        'A job that is being written ends within half a minute. Repeats have no further effect.',
      params: JobParams,
      response: { 204: { description: 'It is being deleted' } },
      problems: [409],
    }),
    async (request, reply) => {
      const input = { id: request.params.jobId, nowMs: nowMs() };
      reply.answerOf(await store.expireReportJob(input, request.idempotency));
      return reply.code(204).send();
    },
  );
});

const notDone = ({ state, rows, why }: ReportJob) =>
  new Problem({
    status: 409,
    code: state === 'open' ? 'report_not_done' : 'report_failed',
    detail:
      state === 'open'
        ? `The report is being written: ${rows} rows so far.`
        : `The report could not be written: ${why}.`,
  });

const fileGone = () =>
  new Problem({
    status: 404,
    code: 'report_file_gone',
    detail: 'The report was written, but its file is not where recordings and reports are kept.',
  });
