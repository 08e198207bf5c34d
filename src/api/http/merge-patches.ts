/** PATCH of our own resources: a JSON Merge Patch (RFC 7396) of the settings that the resource shows. */
import * as z from 'zod';
import { mergePatch, removedBy, type JsonObject } from '../../domain/merge-patch.ts';
import { invalidFields } from './problem.ts';

/** Part of the description of every route that takes a merge patch. */
export const MERGE_PATCH_RULE =
  'A JSON Merge Patch (RFC 7396), as `application/json` or `application/merge-patch+json`: objects merge at every ' +
  'depth, null removes (back to the default, or no limit), arrays are replaced. `removed` names what the patch removed.';

export const Removed = z.array(z.string()).meta({
  description: 'JSON pointers of what the patch removed by null.',
  example: ['/budget/total'],
});

/** The schema of a merge patch body, for documentation and validation. */
export const patchBody = (schema: z.ZodType<JsonObject>) => ({
  content: { 'application/json': { schema }, 'application/merge-patch+json': { schema } },
});

/** The schema of a patch of such a document: each member may be left out or null. The merged document is checked in full. */
export function patchOf(schema: z.ZodObject): z.ZodType<JsonObject> {
  return partOf(schema) as z.ZodType<JsonObject>;
}

function partOf(schema: z.core.$ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return described(schema, partOf(schema.unwrap()));
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(
      ([name, field]) => [name, described(field, partOf(field).nullish())] as const,
    );
    return described(schema, z.strictObject(Object.fromEntries(fields)));
  }
  if (schema instanceof z.ZodRecord) {
    const values = partOf(schema.valueType).nullable();
    return described(schema, z.record(schema.keyType, values));
  }
  return schema as z.ZodType;
}

function described(from: z.ZodType, to: z.ZodType): z.ZodType {
  const { description, example } = from.meta() ?? {};
  const meta = {
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
  };
  return Object.keys(meta).length === 0 ? to : to.meta(meta);
}

export interface Merged<Document> {
  /** Only the members that the patch names, without those that it removed. */
  document: Partial<Document>;
  removed: string[];
}

/**
 * Merges the members that a patch names.
 *
 * @param shown the document before, as the resource shows it
 * @param schema of each member, whatever else the document has
 * @throws Problem 422, with the place of each fault
 */
export function mergedBy<Document>(
  shown: JsonObject,
  patch: JsonObject,
  schema: z.ZodType<Document>,
): Merged<Document> {
  const merged = mergePatch(shown, patch);
  const named = Object.fromEntries(
    Object.keys(patch).flatMap((name) =>
      Object.hasOwn(merged, name) ? [[name, merged[name]]] : [],
    ),
  );
  const read = schema.safeParse(named);
  if (!read.success) throw invalidFields(read.error.issues);
  return { document: read.data, removed: removedBy(shown, patch) };
}
