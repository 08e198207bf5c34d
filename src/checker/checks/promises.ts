import type { Check, Evidence } from '../check.ts';
import type { ClientRequest } from '../records/client-log.ts';
import { showPlacement } from '../records/placement-id.ts';

export const promisesKept: Check = {
  id: 'API',
  rule: 'what the API answered is in the store',
  find({ client, store }) {
    const kept = (client?.requests ?? []).filter(({ answer }) => answer && answer.status < 300);
    const created = kept.filter(isPostTo(/^\/v1\/campaigns$/)).map(idOf);
    const lost = created
      .filter((id) => !store.campaigns.some((campaign) => campaign.id === id))
      .map((id) => `campaign ${id} was created, and is not in the store`);
    const cancelled = kept.filter(isPostTo(/^\/v1\/campaigns\/[^/]+\/cancel$/)).map(idOf);
    const risen = store.campaigns
      .filter(({ id, state }) => cancelled.includes(id) && state !== 'cancelled')
      .map(({ id, state }) => `campaign ${id} was cancelled, and is ${state}`);
    const violations = [...lost, ...risen, ...created.flatMap(contactsLost(kept, store))];
    return { cases: kept.length, violations };
  },
};

export const oneDeparture: Check = {
  id: 'I1c',
  rule: 'no POST of a placement left twice, even if it did not reach the carrier',
  find({ client }) {
    const named = (client?.departures ?? []).filter(({ placement }) => placement !== null);
    const groups = Map.groupBy(named, ({ placement }) => showPlacement(placement!));
    const violations = [...groups]
      .filter(([, group]) => group.length > 1)
      .map(([id, group]) => `${id} left in lines ${group.map(({ line }) => line).join(', ')}`);
    return { cases: named.length, violations };
  },
};

export const comesToRest: Check = {
  id: 'I10',
  rule: 'after the last fault, everything ended in time',
  find({ client }) {
    if (!client || client.faultsOverMs === null) return { cases: 0, violations: [] };
    const { rest, faultsOverMs } = client;
    if (!rest) return { cases: 1, violations: ['nobody saw it come to rest'] };
    const tookMs = rest.atMs - faultsOverMs;
    const late = tookMs > rest.withinMs ? [`it took ${tookMs} ms, at most ${rest.withinMs}`] : [];
    return { cases: 1, violations: [...rest.stuck, ...late] };
  },
};

function contactsLost(kept: ClientRequest[], store: Evidence['store']) {
  return (id: string): string[] => {
    const imports = kept.filter(isPostTo(new RegExp(`^/v1/campaigns/${id}/contacts$`)));
    const promised = imports.reduce(
      (sum, { answer }) => sum + (answer!.body as { accepted: number }).accepted,
      0,
    );
    const there = store.contacts.filter(({ campaign }) => campaign === id).length;
    if (there >= promised) return [];
    return [`campaign ${id}: ${promised} contacts were accepted, ${there} are in the store`];
  };
}

function isPostTo(path: RegExp) {
  return (request: ClientRequest): boolean => request.method === 'POST' && path.test(request.path);
}

function idOf({ answer }: ClientRequest): string {
  return (answer!.body as { id: string }).id;
}
