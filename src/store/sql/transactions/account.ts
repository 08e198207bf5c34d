import { holdUnderRules, liftHold } from '../../../domain/account/hold.ts';
import type { Account, AccountStore, AgentView, NewAgent } from '../../account-store.ts';
import { StoreRefusal } from '../../store.ts';
import { accountRow, liveCallsOfAccount } from '../rows/account-row.ts';
import { agentRows, knownAgent } from '../rows/agent-rows.ts';
import { writeAudit } from '../rows/audit.ts';
import type { Database, Tx } from '../engine/tx.ts';
import { countPaceFromLastPost } from '../steps/campaigns/pacing.ts';
import { changeHold } from '../steps/hold.ts';
import { writeOnce } from '../engine/idempotency.ts';

export function accountStore(db: Database): AccountStore {
  return {
    async account() {
      return db.read((tx) => accountOf(tx));
    },

    async setAccountStopped({ stopped, reason, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await accountOf(tx);
        precondition?.(known);
        const before = { stopped: known.stopped };
        // A second stop keeps the instant and the reason of the first.
        if (stopped) {
          await tx.run(
            `UPDATE account SET stopped_since_ms = :nowMs, stopped_reason = :reason
             WHERE stopped_since_ms IS NULL`,
            { nowMs, reason },
          );
        } else await tx.run('UPDATE account SET stopped_since_ms = NULL, stopped_reason = NULL');
        const what = stopped ? 'account.stopped' : 'account.let-go';
        const after = { stopped: (await accountRow(tx)).stopped };
        await writeAudit(tx, { by: key, what, target: 'account', before, after, nowMs });
        return accountOf(tx);
      });
    },

    async setAccountLimits({ change, precondition, hold: usual, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await accountOf(tx);
        precondition?.(known);
        const { removed = [], ...limits } = change(known.limits);
        const { callsPerSecond, maxLiveCalls, holdRules } = limits;
        await tx.run(
          `UPDATE account SET calls_per_second = :callsPerSecond, max_live_calls = :maxLiveCalls,
                              hold_rules = :holdRules`,
          { callsPerSecond, maxLiveCalls, holdRules: JSON.stringify(holdRules) },
        );
        const before = known.limits;
        if (before.callsPerSecond === null) await countPaceFromLastPost(tx, callsPerSecond, nowMs);
        const after = { ...(await accountRow(tx)).limits, ...(removed.length > 0 && { removed }) };
        const what = 'account.limited';
        await writeAudit(tx, { by: key, what, target: 'account', before, after, nowMs });
        await changeHold(tx, (hold) => holdUnderRules(hold, holdRules, usual, nowMs), { nowMs });
        return { ...(await accountOf(tx)), removed };
      });
    },

    async liftHold({ precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        precondition?.(await accountOf(tx));
        await changeHold(tx, (hold) => (hold?.open ? liftHold(hold, nowMs) : hold), {
          by: key,
          nowMs,
        });
        return accountOf(tx);
      });
    },

    async agents() {
      return db.read((tx) => agentRows(tx));
    },

    async agent(id) {
      return db.read((tx) => shownAgent(tx, id));
    },

    async addAgent(agent, nowMs, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const added = await addAgent(tx, agent, nowMs);
        const target = `agents/${agent.id}`;
        await writeAudit(tx, { by: key, what: 'agent.added', target, after: agent, nowMs });
        return added;
      });
    },

    async editAgent({ id, change, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await shownAgent(tx, id);
        precondition?.(known);
        const { removed = [], ...settings } = change(known);
        const { name, pool, capacity } = settings;
        if (capacity < known.liveCalls) throw busy(known.liveCalls);
        await tx.run(
          'UPDATE agents SET name = :name, pool = :pool, capacity = :capacity WHERE id = :id',
          {
            id,
            name,
            pool,
            capacity,
          },
        );
        const before = { name: known.name, pool: known.pool, capacity: known.capacity };
        const after = { name, pool, capacity, ...(removed.length > 0 && { removed }) };
        const target = `agents/${id}`;
        await writeAudit(tx, { by: key, what: 'agent.edited', target, before, after, nowMs });
        return { ...(await shownAgent(tx, id)), removed };
      });
    },

    async setAgentState({ id, state, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await shownAgent(tx, id);
        precondition?.(known);
        const before = { state: known.state };
        await tx.run(
          `UPDATE agents SET state = :state, idle_since_ms = :nowMs, paused_why = NULL
           WHERE id = :id AND state <> :state`,
          { id, state, nowMs },
        );
        if (state === 'ready') {
          await tx.run('UPDATE agents SET wrap_up_until_ms = 0, misses = 0 WHERE id = :id', { id });
        }
        const agent = await shownAgent(tx, id);
        const target = `agents/${id}`;
        await writeAudit(tx, {
          by: key,
          what: 'agent.moved',
          target,
          before,
          after: { state },
          nowMs,
        });
        return agent;
      });
    },
  };
}

async function accountOf(tx: Tx): Promise<Account> {
  const { stopped, hold, limits } = await accountRow(tx);
  return {
    stopped,
    hold,
    limits,
    liveCalls: await liveCallsOfAccount(tx),
  };
}

async function addAgent(tx: Tx, agent: NewAgent, nowMs: number): Promise<AgentView> {
  const { id, name, kind, address, state, pool, capacity } = agent;
  const taken = await tx.get<{ id: string }>(
    'SELECT id FROM agents WHERE id = :id OR address = :address ORDER BY id <> :id LIMIT 1',
    { id, address },
  );
  if (taken) {
    const what = taken.id === id ? 'id' : 'address';
    throw new StoreRefusal('already-exists', `an agent has this ${what} already`, { field: what });
  }
  await tx.run(
    `INSERT INTO agents (id, name, kind, address, state, pool, capacity, idle_since_ms)
     VALUES (:id, :name, :kind, :address, :state, :pool, :capacity, :nowMs)`,
    { id, name, kind, address, state, pool, capacity, nowMs },
  );
  return shownAgent(tx, id);
}

const busy = (liveCalls: number): StoreRefusal =>
  new StoreRefusal(
    'agent-busy',
    `the agent has ${liveCalls} live calls: wait until some have ended, or give it no fewer`,
    { live_calls: liveCalls },
  );

async function shownAgent(tx: Tx, id: string): Promise<AgentView> {
  return { ...(await knownAgent(tx, id)) };
}
