/** Requests to the public API, typed by its document. The browser sends the cookie of the session. */
import { createClient } from '../../client/client.ts';
import type { AnswerOf, BodyOf, Method, PathOf, RequestOf } from '../../client/requests.ts';
import { noAnswer, problemOf } from './problem.ts';

export type { Schemas } from '../../client/client.ts';

interface Extra {
  signal?: AbortSignal;
  /** Repeats with the same key have no further effect. By default each change has a new key. */
  idempotencyKey?: string;
}
type Request<P extends PathOf<M>, M extends Method> = RequestOf<P, M> & Extra;
type Given<P extends PathOf<M>, M extends Method> =
  object extends Request<P, M> ? [request?: Request<P, M>] : [request: Request<P, M>];

interface Sent extends Extra {
  path?: object;
  query?: object;
  body?: unknown;
  /** A file or text that is sent as it is. */
  unchanged?: BodyInit;
  headers?: Record<string, string>;
  parseAs?: 'text';
}

type Unchecked = (
  method: Method,
  path: string,
  request: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const client = createClient({ url: globalThis.location?.origin ?? '' });
const signedOutListeners = new Set<() => void>();

/** Calls `listener` for each answer that says that the session has ended. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => void signedOutListeners.delete(listener);
}

/** What was read, with the tag that a change of it must name. */
export interface Tagged<Value> {
  value: Value;
  etag: string;
}

/** Each method throws an ApiProblem for a refusal, and when no answer comes. */
export const api = {
  get: <P extends PathOf<'get'>>(path: P, ...[request]: Given<P, 'get'>) =>
    answer<AnswerOf<P, 'get'>>('get', path, request),
  post: <P extends PathOf<'post'>>(path: P, ...[request]: Given<P, 'post'>) =>
    answer<AnswerOf<P, 'post'>>('post', path, request),
  put: <P extends PathOf<'put'>>(path: P, ...[request]: Given<P, 'put'>) =>
    answer<AnswerOf<P, 'put'>>('put', path, request),
  tagged: async <P extends PathOf<'get'>>(
    path: P,
    request: Request<P, 'get'>,
  ): Promise<Tagged<AnswerOf<P, 'get'>>> => {
    const { data, response } = await send('get', path, request);
    return { value: data as AnswerOf<P, 'get'>, etag: response.headers.get('etag') ?? '' };
  },
  /** Replaces what was read with this tag. Fails with 412 if somebody else changed it meanwhile. */
  replace: <P extends PathOf<'put'>>(path: P, request: RequestOf<P, 'put'>, etag: string) =>
    answer<AnswerOf<P, 'put'>>('put', path, { ...request, headers: { 'if-match': etag } }),
  delete: <P extends PathOf<'delete'>>(path: P, ...[request]: Given<P, 'delete'>) =>
    answer<AnswerOf<P, 'delete'>>('delete', path, request),

  /** Reads an answer that is not JSON. */
  text: async <P extends PathOf<'get'>>(path: P, request: RequestOf<P, 'get'> & Extra) =>
    (await send('get', path, { ...request, parseAs: 'text' })).data as string,

  /** Sends a file or text of any type. */
  upload: <P extends PathOf<'post'>>(
    path: P,
    request: Omit<RequestOf<P, 'post'>, 'body'> & Extra & { unchanged: BodyInit; type: string },
  ) => {
    const { type, ...rest } = request;
    const sent: object = { ...rest, headers: { 'content-type': type } };
    return answer<AnswerOf<P, 'post'>>('post', path, sent);
  },

  /** Builds an edit from the resource as it is now. Fails with 412 if somebody else changed it meanwhile. */
  async edit<P extends PathOf<'get'> & PathOf<'patch'>>(
    path: P,
    request: Omit<RequestOf<P, 'patch'>, 'body'>,
    bodyOf: (known: AnswerOf<P, 'get'>) => BodyOf<P, 'patch'>,
  ): Promise<AnswerOf<P, 'patch'>> {
    const known = await send('get', path, request);
    const etag = known.response.headers.get('etag');
    return answer('patch', path, {
      ...request,
      body: bodyOf(known.data as AnswerOf<P, 'get'>),
      ...(etag === null ? {} : { headers: { 'if-match': etag } }),
    });
  },
};

async function answer<Answer>(method: Method, path: string, request: Sent = {}): Promise<Answer> {
  return (await send(method, path, request)).data as Answer;
}

async function send(method: Method, path: string, sent: Sent) {
  const {
    path: inPath,
    query,
    body,
    unchanged,
    headers = {},
    idempotencyKey,
    parseAs,
    signal,
  } = sent;
  // The types were checked by the methods above; here every path is one of many.
  const request = client.request as unknown as Unchecked;
  const found = await request(method, path, {
    params: { path: inPath, query },
    headers:
      idempotencyKey === undefined ? headers : { ...headers, 'idempotency-key': idempotencyKey },
    ...(body === undefined ? {} : { body }),
    ...(unchanged === undefined
      ? {}
      : { body: unchanged, bodySerializer: (text: BodyInit) => text }),
    ...(parseAs ? { parseAs } : {}),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw noAnswer();
  });
  if (found.response.ok) return found;
  const problem = problemOf(found.response.status, found.error);
  if (problem.status === 401) for (const listener of signedOutListeners) listener();
  throw problem;
}
