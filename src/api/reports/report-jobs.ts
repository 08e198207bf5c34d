/** Jobs that write reports to the archive: their routes. `write-reports.ts` does the writing. */
import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import type { ReportJob } from '../../store/statistics/report-job-store.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { IdempotencyHeaders, answerOf, idempotencyKeyOf } from '../http/idempotency.ts';
import { Problem } from '../http/problem.ts';
import {
  PageQuery,
  jsonAnswer,
  listAnswer,
  listOf,
  pageRequest,
  problems,
} from '../http/schemas.ts';
import { ReportJobView, reportJobView } from './report-job-view.ts';
import { REPORT_FILES, sendFile } from './reports.ts';
import { archiveNameOf } from './write-reports.ts';
import { fileType } from './report-request.ts';
import type { ReportRequest } from './report-request.ts';
import { reportFileName } from './report-file-name.ts';

const JobParams = z.object({ jobId: z.string().max(64) });
const tags = ['reports'];
const config = { role: 'operate' } as const;

export const reportJobRoutes =
  (deps: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    await app.register(readRoutes(deps));
    await app.register(fileRoute(deps));
    await app.register(deleteRoute(deps));
  };

const readRoutes =
  ({ store }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.get(
      '/report-jobs',
      {
        config,
        schema: {
          tags,
          operationId: 'listReportJobs',
          summary: 'List the jobs that write reports, newest first',
          querystring: PageQuery,
          response: {
            200: jsonAnswer('A page of jobs', listOf(ReportJobView)),
            ...problems(401, 404),
          },
        },
      },
      async ({ query }) => listAnswer(await store.reportJobs(pageRequest(query)), reportJobView),
    );

    app.get(
      '/report-jobs/:jobId',
      {
        config,
        schema: {
          tags,
          operationId: 'getReportJob',
          summary: 'Show the progress of a job that writes a report',
          params: JobParams,
          response: { 200: jsonAnswer('The job', ReportJobView), ...problems(401, 404) },
        },
      },
      async ({ params }) => reportJobView(await store.reportJob(params.jobId)),
    );
  };

const fileRoute =
  ({ store, recordings }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.get(
      '/report-jobs/:jobId/file',
      {
        exposeHeadRoute: false,
        config,
        schema: {
          tags,
          operationId: 'getReportFile',
          summary: 'Download the report that a job has written',
          params: JobParams,
          response: {
            200: {
              description: 'The report',
              content: REPORT_FILES,
            },
            ...problems(401, 404, 409, 503),
          },
        },
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
  };

const deleteRoute =
  ({ store, nowMs }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.delete(
      '/report-jobs/:jobId',
      {
        config,
        schema: {
          tags,
          operationId: 'deleteReportJob',
          summary: 'Delete a job and its file before they expire',
          description:
            'A job that is being written ends within half a minute. Repeats have no further effect.',
          headers: IdempotencyHeaders,
          params: JobParams,
          response: { 204: { description: 'It is being deleted' }, ...problems(401, 404, 409) },
        },
      },
      async (request, reply) => {
        const input = { id: request.params.jobId, nowMs: nowMs() };
        answerOf(await store.expireReportJob(input, idempotencyKeyOf(request)), reply);
        return reply.code(204).send();
      },
    );
  };

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
