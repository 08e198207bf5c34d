/**
 * Takes from the previous answer every part that is equal in the next one, so that an equal part is the same object and is
 * not drawn again: of a thousand rows few change between two answers. Both are plain JSON, and are not changed.
 */
export function keepUnchanged<Answer>(previous: unknown, next: Answer): Answer {
  if (Object.is(previous, next)) return next;
  if (Array.isArray(previous) && Array.isArray(next)) return keepItems(previous, next) as Answer;
  if (isRecord(previous) && isRecord(next)) return keepMembers(previous, next) as Answer;
  return next;
}

/** Items keep their place, or are found by their id: a new row on top moves all others. */
function keepItems(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const byId = new Map(previous.map((item) => [idOf(item), item]));
  const kept = next.map((item, index) => {
    const id = idOf(item);
    return keepUnchanged(id === undefined ? previous[index] : byId.get(id), item);
  });
  const isSame =
    kept.length === previous.length && kept.every((item, index) => item === previous[index]);
  return isSame ? previous : kept;
}

function keepMembers(
  previous: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  // Not by assignment: a member may be called `__proto__`.
  const before = new Map(Object.entries(previous));
  const kept = Object.entries(next).map(
    ([name, value]) => [name, keepUnchanged(before.get(name), value)] as const,
  );
  const isSame =
    kept.length === before.size &&
    kept.every(([name, value]) => before.has(name) && value === before.get(name));
  return isSame ? previous : Object.fromEntries(kept);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How rows of the API are named. */
function idOf(item: unknown): unknown {
  return isRecord(item) ? (item['id'] ?? item['ref'] ?? item['position']) : undefined;
}
