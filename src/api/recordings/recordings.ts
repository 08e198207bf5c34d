import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Call, RecordingState } from '../../store/calls/call-store.ts';
import type { ArchivedRecording } from '../../recordings-archive/recording-archive.ts';
import type { StoredRecording } from '../../store/calls/recording-store.ts';
import { credentialOf } from '../http/auth.ts';
import { readRange } from './byte-range.ts';
import { CallParams } from '../calls/calls.ts';
import { Problem } from '../http/problem.ts';
import { routes, routesOf } from '../http/routes.ts';
import { ETagHeader, isoOrNull } from '../http/schemas.ts';

const { reads } = routesOf('calls');

const audio = (description: string) => ({
  description,
  headers: ETagHeader,
  content: {
    'audio/*': { schema: z.any().meta({ override: { type: 'string', format: 'binary' } }) },
  },
});

export const recordingRoutes = routes((app, { store, recordings }) => {
  app.get(
    '/calls/:ref/recording',
    reads('operate', {
      operationId: 'getRecording',
      summary: 'Download the recording of a call; byte ranges are supported',
      params: CallParams,
      response: {
        200: audio('The recording'),
        206: audio('The part asked for'),
        304: { description: 'The recording has the tag in `If-None-Match`' },
        307: {
          description: 'The recording is at `Location`, for a short time and without a key',
        },
      },
      problems: [416, 503],
    }),
    async (request, reply) => {
      const { ref } = request.params;
      const recording = await store.storedRecording(ref);
      if (!recording) throw notStored(await store.call(ref));
      const archived = await recordings.open(recording.file);
      if (!archived) throw fileGone();
      return sendRecording(request, reply, { recording, archived });
    },
  );
});

async function sendRecording(
  request: FastifyRequest,
  reply: FastifyReply,
  { recording, archived }: { recording: StoredRecording; archived: ArchivedRecording },
): Promise<FastifyReply> {
  const { bytes: size } = archived;
  const isGet = request.method === 'GET';
  const etag = `"${recording.sha256}"`;
  const headers = { 'accept-ranges': 'bytes', etag, 'cache-control': 'private, no-cache' };
  if (request.headers['if-none-match'] === etag) return reply.code(304).headers(headers).send();
  // The policy of the dashboard's pages allows no request to another origin, so its sessions get the bytes here.
  const isSession = credentialOf(request)?.kind === 'session';
  if (archived.link && isGet && !isSession) {
    const url = await archived.link(recording.contentType);
    return reply.header('cache-control', 'private, no-store').redirect(url, 307);
  }
  const ifRange = request.headers['if-range'];
  const wanted = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = readRange(wanted, size);
  if (range.kind === 'unsatisfiable') {
    reply.headers(headers);
    throw noSuchRange(size);
  }
  const part = range.kind === 'part' ? partFor(request, range) : undefined;
  // Fastify reads the body of a HEAD to its end, which would be the whole recording.
  const body = isGet ? await archived.read(part) : Readable.from([]);
  reply.headers(headers).type(recording.contentType);
  if (!part) return reply.header('content-length', size).send(body);
  const { first, last } = part;
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${size}`)
    .header('content-length', last - first + 1)
    .send(body);
}

/**
 * A player reads as fast as it plays, and holds one of the browser's six connections for as long. A part of this size fits
 * into the browser's buffers at once, and RFC 9110, 15.3.7, allows a shorter one than was asked for.
 */
const PLAYER_PART_BYTES = 262_144;

function partFor({ headers }: FastifyRequest, { first, last }: { first: number; last: number }) {
  const isPlayer = headers['sec-fetch-dest'] === 'audio' || headers['sec-fetch-dest'] === 'video';
  return { first, last: isPlayer ? Math.min(last, first + PLAYER_PART_BYTES - 1) : last };
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
    detail:
      'The recording was stored, but it is not where recordings are kept: it was deleted there, or ' +
      'DIALWRIGHT_RECORDINGS has been changed since.',
  });

const noSuchRange = (size: number) =>
  new Problem({
    status: 416,
    code: 'no_such_range',
    detail: `The recording has ${size} bytes.`,
    headers: { 'content-range': `bytes */${size}` },
  });
