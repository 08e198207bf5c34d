/** What a request of a path needs and what it answers, by the types made from the document. */
import type { paths } from './api-types.ts';

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** The paths that have the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, infer O> ? O : never;

/** Members that are undefined are left out of JSON and of queries, so an optional member may be undefined. */
type Sendable<Value> = Value extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : Value extends object
    ? {
        [K in keyof Value]:
          Sendable<Value[K]> | (object extends Pick<Value, K> ? undefined : never);
      }
    : Value;

type Parameters<O> = O extends { parameters: infer P }
  ? Sendable<Pick<P, keyof P & ('path' | 'query')>>
  : never;

type Json<Content> = Content extends { 'application/json': infer Body } ? Body : never;

type Body<O> = O extends { requestBody: { content: infer Content } }
  ? { body: Sendable<Json<Content>> }
  : O extends { requestBody?: { content: infer Content } }
    ? { body?: Sendable<Json<Content>> | undefined }
    : object;

type OneRequest<O> = O extends unknown ? Parameters<O> & Body<O> : never;
/** Parameters of path and query, and the body. */
export type RequestOf<P extends keyof paths, M extends Method> = OneRequest<Operation<P, M>>;

/** The JSON body that a change takes. */
export type BodyOf<P extends keyof paths, M extends Method> =
  RequestOf<P, M> extends { body?: infer B } ? B : never;

type Success = 200 | 201 | 202;
type OneAnswer<O> = O extends { responses: infer R }
  ? {
      [S in keyof R & Success]: R[S] extends { content: infer Content } ? Json<Content> : never;
    }[keyof R & Success]
  : never;
/** The JSON of an answer that is no refusal. */
export type AnswerOf<P extends keyof paths, M extends Method> = OneAnswer<Operation<P, M>>;
