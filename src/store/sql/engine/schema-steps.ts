import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const SCHEMA = new URL('../../schema/', import.meta.url);

/** The text of each numbered file of an engine's schema, in order. */
export function schemaSteps(engine: 'sqlite' | 'postgres'): string[] {
  const folder = new URL(`${engine}/`, SCHEMA);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const gap = files.findIndex((name, index) => Number(name.slice(0, 3)) !== index + 1);
  if (gap !== -1) throw new Error(`schema file ${files[gap]} is out of order`);
  return files.map((file) => readFileSync(new URL(file, folder), 'utf8'));
}

/** Of what the engine reads: comments and line breaks may change. */
export function schemaDigest(steps: readonly string[]): Buffer {
  const text = steps
    .join('\n')
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ');
  return createHash('sha256').update(text.trim()).digest();
}
