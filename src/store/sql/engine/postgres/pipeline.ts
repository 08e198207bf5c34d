import type { ClientBase, Connection, QueryArrayConfig, QueryArrayResult } from 'pg';
import type { Value } from '../tx.ts';

/** A statement as the driver takes it. */
export type Statement = Omit<QueryArrayConfig, 'rowMode'>;
export type StatementResult = QueryArrayResult<Value[]>;

export interface PipelineOptions {
  /** How long the server may take for each statement. */
  answerWithinMs: number;
  /** Called for each statement that is sent first, or first since an answer came: somebody may have waited for that. */
  onRoundTrip?: (() => void) | undefined;
}

/**
 * One connection. Each statement is sent at once, also while statements before it are not answered. The server runs and
 * answers them in the order in which they were sent. A statement that fails does not keep the server from running the next.
 */
export class Pipeline {
  readonly #client: ClientBase;
  readonly #options: PipelineOptions;
  #unanswered = 0;
  #hasAnswered = true;
  #isHeld = false;
  #left: Promise<unknown> = Promise.resolve();

  constructor(client: ClientBase, options: PipelineOptions) {
    this.#client = client;
    this.#options = options;
  }

  send(statement: Statement): Promise<StatementResult> {
    if (this.#hasAnswered) this.#options.onRoundTrip?.();
    this.#hasAnswered = false;
    return this.#answerTo(statement);
  }

  /** Sends a statement whose answer nobody waits for, except the next user of the connection. */
  leave(statement: Statement): void {
    this.#left = this.#answerTo(statement);
    // Whoever waits for it is told; nobody else needs to know.
    this.#left.catch(() => undefined);
  }

  /** Settles when the connection may be used again. Rejects if it must not be. */
  get left(): Promise<unknown> {
    return this.#left;
  }

  async #answerTo(statement: Statement): Promise<StatementResult> {
    this.#unanswered += 1;
    this.#hold();
    // The driver measures from the sending, so a statement must have the time of those before it too.
    const timeoutMs = this.#options.answerWithinMs * this.#unanswered;
    const query = { ...statement, rowMode: 'array', query_timeout: timeoutMs } as const;
    try {
      return await this.#client.query<Value[]>(query);
    } finally {
      this.#unanswered -= 1;
      this.#hasAnswered = true;
    }
  }

  /** What is sent until this turn is over leaves in one write: each is a call of the system, which wakes the server. */
  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    const { stream } = connectionOf(this.#client);
    stream.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      stream.uncork();
    });
  }
}

/** The driver has it, and its types do not say so. Its stream is another one once TLS has begun. */
const connectionOf = (client: ClientBase): Connection =>
  (client as ClientBase & { connection: Connection }).connection;
