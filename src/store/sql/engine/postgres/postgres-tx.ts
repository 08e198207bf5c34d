import type { Isolation, Params, Tx } from '../tx.ts';
import { statementOf, toAnswer, type Answer } from './answers.ts';
import { POSTGRES } from './dialect.ts';
import { breaksConnection } from './faults.ts';
import type { Pipeline, Statement, StatementResult } from './pipeline.ts';

/** Thrown by `alone`: the transaction has only its rows for itself. */
export class NotAlone extends Error {
  override readonly name = 'NotAlone';
}

/** The connection is in a transaction that cannot be ended: it must not be used again. */
export class NotRolledBack extends Error {
  override readonly name = 'NotRolledBack';
}

/** It changes nothing where it runs outside of a transaction. */
const READS = /^\s*SELECT\b/;

/**
 * The statements of one transaction on Postgres. Each is sent at once, whether those before it are answered or not.
 * When one has failed no further one is sent, and its error is that of the whole transaction: to those that are on their
 * way the server answers only that the transaction has failed.
 */
export class PostgresTx implements Tx {
  readonly sql = POSTGRES;
  readonly #pipeline: Pipeline;
  readonly #isolation: Isolation;
  #failure: { error: unknown } | undefined;
  /** Statements that are sent when BEGIN is answered. Undefined: it is answered. */
  #waiting: (() => void)[] | undefined;
  /** Settles when all statements are answered. */
  #answered: Promise<unknown> = Promise.resolve();
  #isOver = false;
  #isEnded = false;

  constructor(pipeline: Pipeline, isolation: Isolation = 'alone') {
    this.#pipeline = pipeline;
    this.#isolation = isolation;
  }

  /**
   * Sends what begins the transaction. A SELECT may follow at once. Any other statement waits for the answer: if BEGIN
   * failed, it would run outside of a transaction.
   */
  begin(text: string): void {
    this.#waiting = [];
    this.#answered = this.#sendWaiting(this.#send({ text }));
  }

  async #sendWaiting(begun: Promise<unknown>): Promise<void> {
    await begun.catch(ignored);
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const send of waiting) send();
  }

  get<Row>(sql: string, params?: Params): Promise<Row | undefined> {
    return handled(this.#ask<Row>(sql, params).then(({ rows }) => rows[0]));
  }

  all<Row>(sql: string, params?: Params): Promise<Row[]> {
    return handled(this.#ask<Row>(sql, params).then(({ rows }) => rows));
  }

  run(sql: string, params?: Params): Promise<number> {
    return handled(this.#ask(sql, params).then(({ changed }) => changed));
  }

  /** @throws Error after the transaction is over; that the statement fails makes the transaction fail */
  send(sql: string, params?: Params): void {
    if (this.#isOver) throw afterEnd();
    try {
      void handled(this.#inOrder(this.#statement(sql, params)));
    } catch {
      // It is the transaction's failure by now.
    }
  }

  /** @throws NotAlone */
  alone(): void {
    if (this.#isolation !== 'alone') throw new NotAlone('the transaction shares the database');
  }

  /** Waits for the statements that were asked for; later ones are refused. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#answered;
  }

  /**
   * COMMIT leaves behind statements that are not answered: where one of them failed, Postgres rolls back. Where the connection
   * breaks here, nobody knows whether it was committed. That is reported as any other break: who asks again finds what
   * was done by an idempotency key or by the state of its rows.
   * @throws what made a statement fail
   */
  async commit(): Promise<void> {
    this.#isOver = true;
    const { command } = await this.#inOrder({ text: 'COMMIT' });
    this.#isEnded = true;
    if (this.#failure) throw this.#failure.error;
    if (command === 'ROLLBACK') throw new Error('a statement of the transaction had failed');
  }

  /**
   * Ends a transaction that has only read. Nobody waits for the answer: what was read is true whether it comes or not.
   * @throws what made a statement fail
   */
  async leave(): Promise<void> {
    await this.end();
    if (this.#failure) throw this.#failure.error;
    this.#isEnded = true;
    this.#pipeline.leave({ text: 'COMMIT' });
  }

  /** @returns why the transaction failed: the error of its first statement that did, else `cause` */
  async rollback(cause: unknown): Promise<unknown> {
    await this.end();
    const error = this.#failure ? this.#failure.error : cause;
    if (this.#isEnded || breaksConnection(error)) return error;
    try {
      await this.#pipeline.send({ text: 'ROLLBACK' });
      return error;
    } catch {
      return new NotRolledBack('the transaction could not be rolled back', { cause: error });
    }
  }

  async #ask<Row>(sql: string, params?: Params): Promise<Answer<Row>> {
    if (this.#isOver) throw afterEnd();
    return toAnswer<Row>(sql, await this.#inOrder(this.#statement(sql, params)));
  }

  #inOrder(statement: Statement): Promise<StatementResult> {
    const waiting = this.#waiting;
    const mayLeave = !waiting || (waiting.length === 0 && READS.test(statement.text));
    const answer = mayLeave
      ? this.#send(statement)
      : new Promise<StatementResult>((resolve) => {
          waiting.push(() => resolve(this.#send(statement)));
        });
    this.#answered = whenBoth(answer, this.#answered);
    return answer;
  }

  async #send(statement: Statement): Promise<StatementResult> {
    if (this.#failure) throw this.#failure.error;
    try {
      return await this.#pipeline.send(statement);
    } catch (error) {
      throw this.#failed(error);
    }
  }

  #statement(sql: string, params?: Params): Statement {
    try {
      return statementOf(sql, params);
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** The error of the first statement that failed. */
  #failed(error: unknown): unknown {
    this.#failure ??= { error };
    return this.#failure.error;
  }
}

const ignored = () => undefined;

/** Work that fails elsewhere does not read this answer any more. Its error would else end the process. */
function handled<Result>(answer: Promise<Result>): Promise<Result> {
  answer.catch(ignored);
  return answer;
}

/** However they settle. */
const whenBoth = (one: Promise<unknown>, other: Promise<unknown>): Promise<unknown> =>
  one.then(
    () => other,
    () => other,
  );

const afterEnd = () => new Error('a statement came after its transaction was over');
