/** Records changes of the account's resources, and shows them as JSON. */
import { json, type Answer } from '../answer.ts';
import type { Resource } from '../state/directory.ts';
import type { ResourceArea, ResourceFact } from '../state/facts.ts';
import type { Asking } from '../routing.ts';
import type { World } from '../world.ts';

export async function note(
  { world, request }: Asking,
  fact: Omit<ResourceFact, 'fact' | 'request'>,
): Promise<Resource> {
  await world.note({ fact: 'resource', request, ...fact });
  return fact;
}

export function recordAnswer(world: World, status: number, resource: Resource): Answer {
  const record = shown(world, resource);
  return json(status, world.options.variant.resourceBody === 'data' ? { data: record } : record);
}

export function listAnswer(world: World, area: ResourceArea, resources: Resource[]): Answer {
  const records = resources.map((resource) => shown(world, resource));
  const { listBody } = world.options.variant;
  if (listBody === 'bare') return json(200, records);
  const meta = { total: records.length };
  return json(
    200,
    listBody === 'data' ? { data: records, meta } : { [area.replaceAll('-', '_')]: records, meta },
  );
}

function shown({ options }: World, { id, fields }: Resource): Record<string, unknown> {
  const asNumber = options.variant.resourceIds === 'number' && /^\d+$/.test(id);
  // Not in the interface document: clients must pass on fields that they do not know.
  return { id: asNumber ? Number(id) : id, ...fields, edge_region: 'simulated-1' };
}
