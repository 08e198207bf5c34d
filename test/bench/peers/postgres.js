/**
 * A call by hand on Postgres, as it would be written in an afternoon: a row for each call, a row for each webhook, and
 * one statement for each webhook that keeps it, folds it into the call and tells the worker when the call is complete.
 *
 * Gives: every ack is on the disk, repeats and any order of webhooks are harmless, all state is open to SQL.
 * Does not: nobody takes up the calls of a worker that died, nor asks about one whose webhooks never came; a POST that
 * had no clear answer is nobody's business; no pause, no history of attempts, no page to look at. Each of these is more
 * code, and the first two cost statements on every call.
 */
import pg from 'pg';

const CONNECTIONS = 20;

const SCHEMA = `
  CREATE TABLE calls (
    key text PRIMARY KEY,
    carrier_id text,
    state text NOT NULL DEFAULT 'placing',
    last_seq int NOT NULL DEFAULT 0,
    ended boolean NOT NULL DEFAULT false,
    billed boolean NOT NULL DEFAULT false,
    record jsonb
  );
  CREATE TABLE events (key text, seq int, event text NOT NULL, body jsonb NOT NULL, PRIMARY KEY (key, seq))`;

const TAKE = `
  WITH fresh AS (
    INSERT INTO events (key, seq, event, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING key
  )
  UPDATE calls SET
    state = CASE WHEN $2 > last_seq THEN $3 ELSE state END,
    last_seq = greatest(last_seq, $2),
    ended = ended OR $3 IN ('click2call.completed', 'click2call.failed'),
    billed = billed OR $3 = 'click2call.finalized'
  FROM fresh WHERE calls.key = fresh.key
  RETURNING CASE WHEN ended AND billed THEN pg_notify('complete', calls.key) END`;

export async function openIngress({ url }) {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  return (key, webhook) =>
    pool.query({
      name: 'take',
      text: TAKE,
      values: [key, webhook.event_seq, webhook.event, webhook],
    });
}

export async function openWorker({ url }, carrier) {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  await pool.query(SCHEMA);
  const listener = new pg.Client({ connectionString: url });
  await listener.connect();
  await listener.query('LISTEN complete');
  const waiting = new Map();
  listener.on('notification', ({ payload }) => waiting.get(payload)?.());
  const run = (name, text, values) => pool.query({ name, text, values });

  return {
    async call(key) {
      const complete = new Promise((resolve) => void waiting.set(key, resolve));
      await run('intend', 'INSERT INTO calls (key) VALUES ($1)', [key]);
      const { id } = await carrier.place(key);
      await run('placed', 'UPDATE calls SET carrier_id = $2 WHERE key = $1', [key, id]);
      await complete;
      waiting.delete(key);
      const record = await carrier.show(id);
      await run('confirm', 'UPDATE calls SET record = $2 WHERE key = $1', [key, record]);
    },
    async records(keys) {
      const text = 'SELECT record FROM calls WHERE key = ANY ($1) AND record IS NOT NULL';
      const { rows } = await pool.query(text, [keys]);
      return rows.map(({ record }) => record);
    },
  };
}
