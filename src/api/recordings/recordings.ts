import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZodOpenApi } from 'fastify-zod-openapi';
import * as z from 'zod';
import type { Call, RecordingState } from '../../store/calls/call-store.ts';
import type { ArchivedRecording } from '../../recordings-archive/recording-archive.ts';
import type { StoredRecording } from '../../store/calls/recording-store.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { readRange } from './byte-range.ts';
import { CallParams } from '../calls/calls.ts';
import { Problem } from '../http/problem.ts';
import { ETagHeader, isoOrNull, problems } from '../http/schemas.ts';

const audio = (description: string) => ({
  description,
  headers: ETagHeader,
  content: {
    'audio/mpeg': { schema: z.any().meta({ override: { type: 'string', format: 'binary' } }) },
  },
});

export const recordingRoutes =
  ({ store, recordings }: ResourceDeps): FastifyPluginAsyncZodOpenApi =>
  async (app) => {
    app.get(
      '/calls/:ref/recording',
      {
        schema: {
          tags: ['calls'],
          operationId: 'getRecording',
          summary: 'Download the recording of a call; byte ranges are supported',
          params: CallParams,
          response: {
            200: audio('The recording'),
            206: audio('The part asked for'),
            304: { description: 'The recording has the tag in `If-None-Match`' },
            ...problems(401, 404, 416),
          },
        },
      },
      async (request, reply) => {
        const { ref } = request.params;
        const recording = await store.storedRecording(ref);
        if (!recording) throw notStored(await store.call(ref));
        const archived = await recordings.open(recording.file);
        if (!archived) throw fileGone();
        return sendRecording(request, reply, { recording, archived });
      },
    );
  };

function sendRecording(
  request: FastifyRequest,
  reply: FastifyReply,
  { recording, archived }: { recording: StoredRecording; archived: ArchivedRecording },
): FastifyReply {
  const { bytes: size } = archived;
  const etag = `"${recording.sha256}"`;
  reply.headers({ 'accept-ranges': 'bytes', etag, 'cache-control': 'private, no-cache' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const ifRange = request.headers['if-range'];
  const header = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = readRange(header, size);
  if (range.kind === 'unsatisfiable') throw noSuchRange(size);
  reply.type(recording.contentType);
  if (range.kind === 'whole') {
    return reply.header('content-length', size).send(archived.read());
  }
  const { first, last } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${size}`)
    .header('content-length', last - first + 1)
    .send(archived.read(range));
}

const WHY_NOT: Record<RecordingState, string> = {
  none: 'The call has no recording: it was not bridged.',
  expected: 'The carrier has not reported the recording yet.',
  delivered: 'The recording is being fetched.',
  wanted: 'The recording waits in the queue of the recording desk.',
  stored: 'The recording is being stored.',
  missing: 'The recording was looked up and not found.',
};

const notStored = ({ recording, recordingReason, recordingDueAtMs }: Call) =>
  new Problem({
    status: 404,
    code: 'recording_not_stored',
    detail: [WHY_NOT[recording], recordingReason && `Why: ${recordingReason}.`]
      .filter((part) => part !== null)
      .join(' '),
    more: { recording, due_at: isoOrNull(recordingDueAtMs) },
  });

const fileGone = () =>
  new Problem({
    status: 404,
    code: 'recording_file_gone',
    detail: 'The recording was stored, but its file is no longer in the folder of recordings.',
  });

const noSuchRange = (size: number) =>
  new Problem({
    status: 416,
    code: 'no_such_range',
    detail: `The recording has ${size} bytes.`,
    headers: { 'content-range': `bytes */${size}` },
  });
