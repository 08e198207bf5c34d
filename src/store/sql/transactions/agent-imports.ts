/** Adds many agents in one unit of work: all of them, or none. */
import type {
  AgentRowFault,
  AgentSettings,
  AgentStore,
  AgentView,
  ImportedAgents,
  NewAgent,
} from '../../agent-store.ts';
import { StoreRefusal, type IdempotencyKey } from '../../requests.ts';
import { rowsAsJson } from '../engine/json-rows.ts';
import type { Tx } from '../engine/tx.ts';
import { agentsNamed } from '../rows/agent-rows.ts';
import { addAgent, agentSettings, DELETED_ID, writeSettings } from '../steps/agents.ts';

type Wanted = Parameters<AgentStore['importAgents']>[0];

export async function importAgents(
  tx: Tx,
  { agents, edits, nowMs }: Wanted,
  key: IdempotencyKey | undefined,
): Promise<ImportedAgents> {
  const known = await agentsNamed(tx, rowsAsJson(agents.map(({ id }) => id)), nowMs);
  const byId = new Map(known.map((agent) => [agent.id, agent]));
  const faults = [
    ...agents.flatMap((agent, index) => faultOf(agent, byId.get(agent.id), { index, edits })),
    ...(await takenAddresses(tx, agents)),
    ...repeatedAddresses(agents),
  ];
  if (faults.length > 0) {
    throw new StoreRefusal('bad-agents', 'some rows cannot be used, so nothing was imported', {
      faults: faults.toSorted((one, other) => one.index - other.index),
    });
  }
  await giveAddressesFree(tx, agents, byId);
  const imported: ImportedAgents = { added: [], edited: [], unchanged: [] };
  for (const agent of agents) {
    const before = byId.get(agent.id);
    if (before === undefined) {
      await addAgent(tx, agent, { key, nowMs });
      imported.added.push(agent.id);
    } else if (isSame(before, agent)) imported.unchanged.push(agent.id);
    else {
      await writeSettings(tx, before, agent, { removed: [], key, nowMs });
      imported.edited.push(agent.id);
    }
  }
  return imported;
}

function faultOf(
  agent: NewAgent,
  known: AgentView | undefined,
  { index, edits }: { index: number; edits: boolean },
): AgentRowFault[] {
  if (known === undefined) return [];
  if (known.deletedAtMs !== null) return [{ index, field: 'id', reason: DELETED_ID }];
  if (known.kind !== agent.kind) {
    return [{ index, field: 'kind', reason: `the agent ${known.id} is of kind ${known.kind}` }];
  }
  if (isSame(known, agent)) return [];
  if (!edits) {
    const reason = `an agent has this id already, with another ${differenceOf(known, agent)}: edit the agent, or import with edit=true`;
    return [{ index, field: 'id', reason }];
  }
  const isBusy = agent.capacity < known.liveCalls || known.address !== agent.address;
  const reason = `the agent has ${known.liveCalls} live calls`;
  const field = known.address === agent.address ? 'capacity' : 'address';
  return known.liveCalls > 0 && isBusy ? [{ index, field, reason }] : [];
}

const FIELDS = ['name', 'address', 'pools', 'capacity'] as const satisfies (keyof AgentSettings)[];
const differenceOf = (known: AgentSettings, given: AgentSettings): string =>
  FIELDS.filter((field) => String(known[field]) !== String(given[field])).join(', ');
const isSame = (known: AgentSettings, given: AgentSettings): boolean =>
  JSON.stringify(agentSettings(known)) === JSON.stringify(agentSettings(given));

/** Addresses of agents that keep them: they are not among the rows, or have the same address there. */
async function takenAddresses(tx: Tx, agents: readonly NewAgent[]): Promise<AgentRowFault[]> {
  const taken = await tx.all<{ id: string; address: string }>(
    `SELECT id, address FROM agents
     WHERE deleted_at_ms IS NULL AND address IN (SELECT value FROM ${tx.sql.texts(':addresses')})`,
    { addresses: rowsAsJson(agents.map(({ address }) => address)) },
  );
  const wanted = new Map(agents.map(({ id, address }) => [id, address]));
  const owner = new Map(
    taken
      .filter(({ id, address }) => (wanted.get(id) ?? address) === address)
      .map(({ id, address }) => [address, id]),
  );
  return agents.flatMap(({ id, address }, index) => {
    const other = owner.get(address);
    if (other === undefined || other === id) return [];
    return [{ index, field: 'address', reason: `the agent ${other} has this address` } as const];
  });
}

function repeatedAddresses(agents: readonly NewAgent[]): AgentRowFault[] {
  const first = new Map<string, string>();
  return agents.flatMap(({ id, address }, index) => {
    const other = first.get(address);
    if (other === undefined) first.set(address, id);
    if (other === undefined || other === id) return [];
    return [{ index, field: 'address', reason: `the agent ${other} gets this address` } as const];
  });
}

/**
 * Agents whose address changes have none for a moment, because two may swap theirs, and an index checks each statement:
 * the space before the id stands in no address.
 */
async function giveAddressesFree(
  tx: Tx,
  agents: readonly NewAgent[],
  known: ReadonlyMap<string, AgentView>,
): Promise<void> {
  const moved = agents.filter(({ id, address }) => (known.get(id)?.address ?? address) !== address);
  if (moved.length === 0) return;
  tx.send(
    `UPDATE agents SET address = ' ' || id WHERE id IN (SELECT value FROM ${tx.sql.texts(':ids')})`,
    { ids: rowsAsJson(moved.map(({ id }) => id)) },
  );
}
