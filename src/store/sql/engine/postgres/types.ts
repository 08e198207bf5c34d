/** How values of Postgres are read, so that rows look as they do on SQLite. */
import { types as usual, type CustomTypesConfig } from 'pg';

const INT8: number = usual.builtins.INT8;
const BOOL: number = usual.builtins.BOOL;
/** Their columns would else be read as objects; the store parses JSON itself. */
const AS_TEXT: readonly number[] = [usual.builtins.JSON, usual.builtins.JSONB];

/** `numeric` stays text, as money is. */
export const types: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return toInteger;
    if (oid === BOOL) return toBit;
    if (AS_TEXT.includes(oid)) return asItIs;
    return usual.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

/** @throws RangeError beyond 2^53, as SQLite's driver does */
function toInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

const toBit = (text: string): 0 | 1 => (text === 't' ? 1 : 0);

const asItIs = (text: string): string => text;
