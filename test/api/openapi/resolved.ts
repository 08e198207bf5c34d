/** What operations of the document share by reference, put in its place. */

/** A copy of the paths, with references to everything but schemas resolved. */
export function resolved<Document extends { paths: object; components?: object }>(
  document: Document,
): Document {
  const put = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(put);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === 'string' && !$ref.startsWith('#/components/schemas/')) {
      return put(partOf(document, $ref));
    }
    return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, put(child)]));
  };
  return { ...document, paths: put(document.paths) };
}

function partOf(document: object, $ref: string): unknown {
  const names = $ref.split('/').slice(1);
  const part = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
  if (part === undefined) throw new Error(`The document lacks ${$ref}`);
  return part;
}
