import { Connection } from '../../src/store/sql/engine/sqlite/connection.ts';
import type { Params } from '../../src/store/sql/engine/tx.ts';

/** Notes how SQLite goes about each statement. */
export class Explained extends Connection {
  readonly plans = new Map<string, string[]>();
  asked = 0;

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as it is where it comes from
  override get<Row>(sql: string, params: Params = {}): Row | undefined {
    this.#explain(sql);
    return super.get<Row>(sql, params);
  }

  override all<Row>(sql: string, params: Params = {}): Row[] {
    this.#explain(sql);
    return super.all<Row>(sql, params);
  }

  override run(sql: string, params: Params = {}): number {
    this.#explain(sql);
    return super.run(sql, params);
  }

  #explain(sql: string): void {
    this.asked += 1;
    const steps = super.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
    this.plans.set(
      sql,
      steps.map(({ detail }) => detail),
    );
  }
}
