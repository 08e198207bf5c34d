/** What the client asks for: agents, campaigns and their contacts, and what a person does in between. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './client-log.ts';
import type { Action, Schedule } from './faults.ts';
import type { World } from './world.ts';

type Operation = Extract<Action, { do: 'operate' }>;

const APPENDED = 6;
/** Numbers kept for fiction (Ofcom's): +44 7700 900000 to 900999. */
const numberOf = (index: number) => `+447700900${String(index).padStart(3, '0')}`;

/** The ids of the campaigns, started. */
export async function beginLoad({ client, schedule }: World): Promise<string[]> {
  const { load } = schedule;
  for (let agent = 1; agent <= load.agents; agent++) {
    const body = {
      id: `agent-${agent}`,
      name: `Agent ${agent}`,
      kind: 'sip',
      address: `sip-${agent}`,
    };
    await must(client.ask('POST', '/v1/agents', body));
  }
  // The faults leave many placements in a row open. A campaign that is paused by them would wait for a person.
  await must(client.ask('PATCH', '/v1/account', { pause_after_unknown: null }));
  const ids: string[] = [];
  for (let campaign = 0; campaign < load.campaigns; campaign++) {
    const redial = {
      max_attempts: 2,
      max_calls: 5,
      customer_unreached: { after: '1s' },
      agent_unreached: { after: '500ms' },
    };
    const rules = { redial, ...(isPaced(schedule) && { calls_per_second: 10 }) };
    const created = await must(
      client.ask('POST', '/v1/campaigns', { name: `faults ${campaign + 1}`, ...rules }),
    );
    const id = created.body.id as string;
    const contacts = Array.from({ length: load.contacts }, (_, index) => {
      const own = index < load.sharedNumbers ? index : campaign * load.contacts + index;
      // Behind the shared numbers, so that each of them has numbers of its own.
      const person = index - load.sharedNumbers;
      const isShared = person >= 0 && person < (load.sharedPersons ?? 0);
      const named = isShared ? { person_key: `person-${person}` } : {};
      return { number: numberOf(own), name: `Contact ${own}`, ...named };
    });
    await must(client.ask('POST', `/v1/campaigns/${id}/contacts`, { contacts }));
    ids.push(id);
  }
  for (const id of ids) await must(client.ask('POST', `/v1/campaigns/${id}/start`));
  return ids;
}

/**
 * Slots of a pace are instants, so they meet a clock that is set. Beside a second worker with another clock, the checker could
 * not tell the order of POSTs.
 */
const isPaced = ({ faults }: Schedule): boolean =>
  faults.some((fault) => fault.do === 'set-clock' && fault.who !== 'server' && !fault.beside);

/** What a person does, and undoes after a while. */
export async function operate(
  { client }: World,
  [campaign]: string[],
  { act, forMs }: Operation,
): Promise<string | undefined> {
  const path = `/v1/campaigns/${campaign}`;
  switch (act) {
    case 'pause': {
      const paused = await client.ask('POST', `${path}/pause`);
      await sleep(forMs);
      if (paused.status < 300) await client.ask('POST', `${path}/resume`);
      return done('paused', paused);
    }
    case 'stop': {
      const stopped = await client.ask('POST', '/v1/account/stop', { reason: 'a drill' });
      await sleep(forMs);
      await client.ask('POST', '/v1/account/go');
      return done('stopped the account', stopped);
    }
    case 'append': {
      const contacts = Array.from({ length: APPENDED }, (_, index) => ({
        number: numberOf(900 + index),
      }));
      // One that nobody can dial: it must be turned away alone.
      const odd = { number: '+44 20 7946', name: '=1+1' };
      return done(
        'appended',
        await client.ask('POST', `${path}/contacts`, { contacts: [...contacts, odd] }),
      );
    }
    case 'cancel':
      return done('cancelled', await client.ask('POST', `${path}/cancel`));
    case 'hang-up': {
      const live = await client.look(`${path}/calls?limit=200`);
      const calls = (live?.body.data ?? []) as { ref: string; state: string }[];
      const found = calls.find(({ state }) => state !== 'ended');
      return found && done('hung up', await client.ask('POST', `/v1/calls/${found.ref}/hangup`));
    }
    default:
      return act satisfies never;
  }
}

function done(what: string, { status }: Answer): string | undefined {
  return status < 300 ? what : undefined;
}

async function must(asking: Promise<Answer>): Promise<Answer> {
  const answer = await asking;
  if (answer.status < 300) return answer;
  throw new Error(`the API answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
