/** JSON schemas of kinds, made of the description of Kubernetes' API, as kubeconform reads them. */

interface Definition {
  type?: string;
  format?: string;
  properties?: Record<string, object>;
  additionalProperties?: unknown;
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
}

export interface OpenApi {
  definitions: Record<string, Definition>;
}

const REFERENCE = '#/definitions/';
const META = 'io.k8s.apimachinery.pkg.';
const TEXT_OR_NUMBER = { type: ['string', 'number'] };

/** By the names that kubeconform asks for, such as `deployment-apps-v1`. */
export function kindSchemas({ definitions }: OpenApi): Map<string, object> {
  const schemas = new Map<string, object>();
  for (const [name, { 'x-kubernetes-group-version-kind': kinds = [] }] of Object.entries(
    definitions,
  ))
    // Lists and options of requests are of many groups.
    if (kinds.length === 1) {
      const { group, version, kind } = kinds[0]!;
      const parts = [kind, ...(group === '' ? [] : [group.split('.')[0]!]), version];
      schemas.set(parts.join('-').toLowerCase(), schemaOf(name, definitions));
    }
  return schemas;
}

/** With what it refers to, and nothing else. */
function schemaOf(name: string, definitions: OpenApi['definitions']): object {
  const used = new Map<string, Definition>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (used.has(next)) continue;
    used.set(next, strict(next, definitions[next]!));
    const references = JSON.stringify(definitions[next]).matchAll(
      /"\$ref":"#\/definitions\/([^"]+)"/g,
    );
    waiting.push(...[...references].map(([, reference]) => reference!));
  }
  return { $ref: REFERENCE + name, definitions: Object.fromEntries(used) };
}

/** A field that it does not know is an error. */
function strict(name: string, definition: Definition): Definition {
  if (name === `${META}api.resource.Quantity` || name === `${META}util.intstr.IntOrString`)
    return TEXT_OR_NUMBER as unknown as Definition;
  const isOpen = definition.properties === undefined || 'additionalProperties' in definition;
  return isOpen ? definition : { ...definition, additionalProperties: false };
}
