/** The object storage that recordings are redirected to: another origin, which must never see the key. */
import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import { callOfLink, checkLink } from './links.ts';
import { recordingOf } from './mp3.ts';
import type { World } from './world.ts';

export async function answerStorage(world: World, request: IncomingMessage): Promise<Answer> {
  const target = `${world.storageUrl}${request.url ?? '/'}`;
  const url = new URL(URL.canParse(target) ? target : world.storageUrl);
  const answer = decide(world, request, url);
  await world.note({
    fact: 'storage',
    method: request.method ?? '',
    path: url.pathname,
    authorization: request.headers.authorization !== undefined,
    key_seen: carriesKey(request, world.options.apiKey),
    status: answer.status,
    bytes: answer.status === 200 ? (answer.body?.length ?? 0) : 0,
  });
  return answer;
}

function decide(world: World, request: IncomingMessage, url: URL): Answer {
  // As S3 does: a signed link and a header are two credentials, and that is one too many.
  if (request.headers.authorization !== undefined)
    return xmlError(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  if (request.method !== 'GET') return xmlError(405, 'MethodNotAllowed', 'Only GET is allowed');
  const callId = callOfLink(url.pathname);
  if (callId === undefined) return xmlError(404, 'NoSuchKey', 'The specified key does not exist');
  const verdict = checkLink(world, url, Date.now());
  if (verdict === 'expired') return xmlError(403, 'AccessDenied', 'Request has expired');
  if (verdict === 'forged') return xmlError(403, 'SignatureDoesNotMatch', 'The signature is wrong');
  return { status: 200, headers: { 'content-type': 'audio/mpeg' }, body: recordingOf(callId) };
}

function carriesKey({ url, rawHeaders }: IncomingMessage, apiKey: string): boolean {
  return [url ?? '', ...rawHeaders].some((text) => text.includes(apiKey));
}

function xmlError(status: number, code: string, message: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}
