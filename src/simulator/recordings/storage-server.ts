/** The object storage that recording lookups redirect to. It is another origin and must never receive the API key. */
import type { IncomingMessage } from 'node:http';
import type { Answer } from '../answer.ts';
import { callOfLink, checkLink } from './links.ts';
import { recordingOf } from './mp3.ts';
import { happens } from '../seeded.ts';
import { drawOf, type World } from '../world.ts';

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
    bytes: answer.status === 200 ? (answer.cutAfterBytes ?? answer.body?.length ?? 0) : 0,
  });
  return answer;
}

function decide(world: World, request: IncomingMessage, url: URL): Answer {
  // S3 also refuses a signed link together with an Authorization header.
  if (request.headers.authorization !== undefined)
    return xmlError(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  if (request.method !== 'GET') return xmlError(405, 'MethodNotAllowed', 'Only GET is allowed');
  const callId = callOfLink(url.pathname);
  if (callId === undefined || !world.carrierState.calls.get(callId)?.recording)
    return xmlError(404, 'NoSuchKey', 'The specified key does not exist');
  const verdict = checkLink(world, url, Date.now());
  if (verdict === 'expired') return xmlError(403, 'AccessDenied', 'Request has expired');
  if (verdict === 'forged') return xmlError(403, 'SignatureDoesNotMatch', 'The signature is wrong');
  return hop(world, url) ?? download(world, callId);
}

/** Redirects within the storage (`recordingHops`): relative, and each keeps the signature. */
function hop({ options }: World, url: URL): Answer | undefined {
  const hops = Number(url.searchParams.get('hop') ?? 0);
  if (hops >= options.recordingHops) return undefined;
  url.searchParams.set('hop', String(hops + 1));
  return { status: 302, headers: { location: `${url.pathname}${url.search}` } };
}

function download(world: World, callId: string): Answer {
  const call = world.carrierState.call(callId);
  const draw = drawOf(world, call);
  const count = ++call.downloads;
  if (happens(world.options.downloadServerError, draw, `download error ${count}`))
    return xmlError(503, 'SlowDown', 'Please reduce your request rate');
  const body = recordingOf(callId);
  const framing = world.options.variant.downloadFraming;
  const answer = { status: 200, headers: { 'content-type': 'audio/mpeg' }, framing, body };
  const half = { ...answer, cutAfterBytes: body.length >> 1 };
  if (happens(world.options.downloadCut, draw, `download cut ${count}`)) return half;
  const stalls = happens(world.options.downloadStall, draw, `download stall ${count}`);
  return stalls ? { ...half, stalls } : answer;
}

function carriesKey({ url, rawHeaders }: IncomingMessage, apiKey: string): boolean {
  return [url ?? '', ...rawHeaders].some((text) => text.includes(apiKey));
}

function xmlError(status: number, code: string, message: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}
