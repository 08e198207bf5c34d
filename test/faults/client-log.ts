/**
 * The client of the product's API. Each request and each answer is written down before anything follows from it;
 * the checker holds the product to what its API promised.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a client reads what it expects to be there
  body: any;
}

export interface Client {
  /** Asks until there is an answer below 500; the same key each time, so that it counts once. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Once, and not written to the log: for reads by the test itself. */
  look(path: string): Promise<Answer | undefined>;
  note(fact: Record<string, unknown>): void;
}

const ASK_WITHIN_MS = 60_000;
const ANSWER_WITHIN_MS = 10_000;
const AGAIN_AFTER_MS = 100;

export function openClient(where: { url: string; apiKey: string; logPath: string }): Client {
  let requests = 0;
  const note = (fact: Record<string, unknown>) => {
    appendFileSync(where.logPath, `${JSON.stringify({ at: new Date().toISOString(), ...fact })}\n`);
  };
  const send = async (
    method: string,
    path: string,
    body: unknown,
    key: string,
  ): Promise<Answer> => {
    const answer = await fetch(`${where.url}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      headers: {
        authorization: `Bearer ${where.apiKey}`,
        ...(method === 'GET' ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };

  return {
    note,
    async ask(method, path, body) {
      const request = ++requests;
      const untilMs = Date.now() + ASK_WITHIN_MS;
      for (let tries = 1; ; tries++) {
        note({ fact: 'asked', request, try: tries, method, path, body });
        const answer = await send(method, path, body, `request-${request}`).catch(
          (error: Error) => error,
        );
        if (answer instanceof Error)
          note({ fact: 'failed', request, try: tries, why: why(answer) });
        else note({ fact: 'answered', request, try: tries, ...answer });
        if (!(answer instanceof Error) && answer.status < 500) return answer;
        if (Date.now() > untilMs) throw new Error(`${method} ${path}: no answer within a minute`);
        await sleep(AGAIN_AFTER_MS);
      }
    },
    look: (path) => send('GET', path, undefined, '').catch(() => undefined),
  };
}

function why(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
