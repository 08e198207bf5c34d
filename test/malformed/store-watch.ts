/** Whether anything was written to the store, seen from a connection of its own. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** Tables with more rows are compared by their number only. */
const READ_WHOLE = 150;
const SETTLED_AFTER_MS = 15;
/** Written by the clock and not by requests. Alerts are events too. */
const BY_THE_CLOCK = ['ingress_uptime', 'processes', 'alerts'];
const OTHER_ROWS: Record<string, string> = { events: "type NOT LIKE 'alert.%'" };
/** Reports are written in the background, after the request that wants them. */
const COUNTED = ['report_jobs'];
/**
 * Columns. `checks` counts the readiness checks, which write on purpose: a store that can only be read is
 * not ready. The look at the share of answers is due once an hour, by the clock.
 */
const NOT_OF_REQUESTS = ['checks', 'answers_looked_at_ms'];

export class StoreWatch {
  readonly #database: DatabaseSync;
  readonly #tables: string[];
  #seen = { version: -1, content: '' };

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { readOnly: true });
    this.#tables = this.#all(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('sqlite_') && !BY_THE_CLOCK.includes(name));
  }

  /** The content, for comparison. Costs nothing where nobody has written since. */
  content(): string {
    const version = Number(this.#all('PRAGMA data_version')[0]?.['data_version']);
    if (version !== this.#seen.version) this.#seen = { version, content: this.#read() };
    return this.#seen.content;
  }

  /** The content once nothing writes any more: a webhook whose sender has gone is still kept. */
  async settled(): Promise<string> {
    for (;;) {
      const before = this.content();
      await sleep(SETTLED_AFTER_MS);
      if (this.content() === before) return before;
    }
  }

  /** Tables that differ, for the report. */
  static difference(before: string, after: string): string {
    const lines = before.split('\n');
    return after
      .split('\n')
      .filter((line, index) => line !== lines[index])
      .map((line) => line.split(' ', 2).join(' '))
      .join(', ');
  }

  close(): void {
    this.#database.close();
  }

  #read(): string {
    return this.#tables
      .map((table) => {
        const from = `FROM "${table}" WHERE ${OTHER_ROWS[table] ?? 'true'}`;
        const count = Number(this.#all(`SELECT count(*) AS n ${from}`)[0]?.['n']);
        const isRead = count <= READ_WHOLE && !COUNTED.includes(table);
        const rows = isRead ? this.#all(`SELECT * ${from}`) : [];
        return `${table} ${count} ${JSON.stringify(rows, ofRequests)}`;
      })
      .join('\n');
  }

  #all(sql: string): Record<string, unknown>[] {
    return this.#database.prepare(sql).all();
  }
}

const ofRequests = (name: string, value: unknown) =>
  NOT_OF_REQUESTS.includes(name) ? undefined : value;
