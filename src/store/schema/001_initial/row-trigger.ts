import type { Words } from './words.ts';

/** Each is SQL. */
interface RowTrigger {
  name: string;
  /** What fires it, such as `UPDATE OF state ON campaigns`. */
  after: string;
  /** By default each row fires it. */
  when?: string;
  body: string;
}

/** A trigger that does the same for each row on both engines. */
export function rowTrigger({ byEngine }: Words, { name, after, when, body }: RowTrigger): string {
  return byEngine({
    sqlite: `
CREATE TRIGGER ${name} AFTER ${after}
${when === undefined ? '' : `WHEN ${when}`}
BEGIN
  ${body}
END;`,
    postgres: `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${body}
  RETURN NULL;
END $$;
CREATE TRIGGER ${name} AFTER ${after}
FOR EACH ROW ${when === undefined ? '' : `WHEN (${when})`} EXECUTE FUNCTION ${name}();`,
  });
}
