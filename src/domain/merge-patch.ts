/** JSON Merge Patch (RFC 7396): objects merge at every depth, null removes, everything else replaces. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function mergePatch(target: unknown, patch: JsonObject): JsonObject {
  // A map and no assignments, so that `__proto__` is an ordinary name.
  const merged = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, isJsonObject(value) ? mergePatch(merged.get(name), value) : value);
  }
  return Object.fromEntries(merged);
}

/** JSON pointers of what a patch removes: values that exist and are null in the patch. An empty list is left out. */
export function removedBy(target: unknown, patch: JsonObject, place = ''): string[] {
  const known = new Map(Object.entries(isJsonObject(target) ? target : {}));
  return Object.entries(patch).flatMap(([name, value]) => {
    const held = known.get(name);
    const pointer = `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (value === null) return isNothing(held) ? [] : [pointer];
    return isJsonObject(value) ? removedBy(held, value, pointer) : [];
  });
}

const isNothing = (held: unknown): boolean =>
  held === undefined ||
  held === null ||
  (typeof held === 'object' && Object.keys(held).length === 0);
