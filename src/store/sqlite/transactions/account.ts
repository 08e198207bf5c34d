import { holdUnderRules, liftHold } from '../../../domain/account/hold.ts';
import type { Account, AccountStore, AgentView, NewAgent } from '../../account-store.ts';
import { StoreRefusal } from '../../store.ts';
import { accountLimits, accountRow, liveCallsOfAccount } from '../rows/account-row.ts';
import { agentRows, knownAgent } from '../rows/agent-rows.ts';
import { writeAudit } from '../rows/audit.ts';
import type { Connection } from '../engine/connection.ts';
import { changeHold } from '../steps/hold.ts';
import { writeOnce } from '../engine/idempotency.ts';

export function accountStore(db: Connection): AccountStore {
  return {
    async account() {
      return db.read(() => accountOf(db));
    },

    async setAccountStopped({ stopped, reason, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, () => {
        const known = accountOf(db);
        precondition?.(known);
        const before = { stopped: known.stopped };
        // A second stop keeps the instant and the reason of the first.
        if (stopped) {
          db.run(
            `UPDATE account SET stopped_since_ms = :nowMs, stopped_reason = :reason
             WHERE stopped_since_ms IS NULL`,
            { nowMs, reason },
          );
        } else db.run('UPDATE account SET stopped_since_ms = NULL, stopped_reason = NULL');
        const what = stopped ? 'account.stopped' : 'account.let-go';
        const after = { stopped: accountRow(db).stopped };
        writeAudit(db, { by: key, what, target: 'account', before, after, nowMs });
        return accountOf(db);
      });
    },

    async setAccountLimits({ change, precondition, hold: usual, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, () => {
        const known = accountOf(db);
        precondition?.(known);
        const { removed = [], ...limits } = change(known.limits);
        const { callsPerSecond, maxLiveCalls, holdRules } = limits;
        db.run(
          `UPDATE account SET calls_per_second = :callsPerSecond, max_live_calls = :maxLiveCalls,
                              hold_rules = :holdRules`,
          { callsPerSecond, maxLiveCalls, holdRules: JSON.stringify(holdRules) },
        );
        const before = known.limits;
        const after = { ...accountLimits(db), ...(removed.length > 0 && { removed }) };
        const what = 'account.limited';
        writeAudit(db, { by: key, what, target: 'account', before, after, nowMs });
        changeHold(db, (hold) => holdUnderRules(hold, holdRules, usual, nowMs), { nowMs });
        return { ...accountOf(db), removed };
      });
    },

    async liftHold({ precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, () => {
        precondition?.(accountOf(db));
        changeHold(db, (hold) => (hold?.open ? liftHold(hold, nowMs) : hold), { by: key, nowMs });
        return accountOf(db);
      });
    },

    async agents() {
      return agentRows(db);
    },

    async agent(id) {
      return db.read(() => shownAgent(db, id));
    },

    async addAgent(agent, nowMs, key) {
      return writeOnce(db, { key, nowMs }, () => {
        const added = addAgent(db, agent, nowMs);
        const target = `agents/${agent.id}`;
        writeAudit(db, { by: key, what: 'agent.added', target, after: agent, nowMs });
        return added;
      });
    },

    async editAgent({ id, change, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, () => {
        const known = shownAgent(db, id);
        precondition?.(known);
        const { removed = [], ...settings } = change(known);
        const { name, pool, capacity } = settings;
        if (capacity < known.liveCalls) throw busy(known.liveCalls);
        db.run(
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
        writeAudit(db, { by: key, what: 'agent.edited', target, before, after, nowMs });
        return { ...shownAgent(db, id), removed };
      });
    },

    async setAgentState({ id, state, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, () => {
        const known = shownAgent(db, id);
        precondition?.(known);
        const before = { state: known.state };
        db.run(
          `UPDATE agents SET state = :state, idle_since_ms = :nowMs, paused_why = NULL
           WHERE id = :id AND state <> :state`,
          { id, state, nowMs },
        );
        if (state === 'ready') {
          db.run('UPDATE agents SET wrap_up_until_ms = 0, misses = 0 WHERE id = :id', { id });
        }
        const agent = shownAgent(db, id);
        const target = `agents/${id}`;
        writeAudit(db, { by: key, what: 'agent.moved', target, before, after: { state }, nowMs });
        return agent;
      });
    },
  };
}

function accountOf(db: Connection): Account {
  return { ...accountRow(db), limits: accountLimits(db), liveCalls: liveCallsOfAccount(db) };
}

function addAgent(db: Connection, agent: NewAgent, nowMs: number): AgentView {
  const { id, name, kind, address, state, pool, capacity } = agent;
  const taken = db.get<{ id: string }>(
    'SELECT id FROM agents WHERE id = :id OR address = :address LIMIT 1',
    { id, address },
  );
  if (taken) {
    const what = taken.id === id ? 'id' : 'address';
    throw new StoreRefusal('already-exists', `an agent has this ${what} already`, { field: what });
  }
  db.run(
    `INSERT INTO agents (id, name, kind, address, state, pool, capacity, idle_since_ms)
     VALUES (:id, :name, :kind, :address, :state, :pool, :capacity, :nowMs)`,
    { id, name, kind, address, state, pool, capacity, nowMs },
  );
  return shownAgent(db, id);
}

const busy = (liveCalls: number): StoreRefusal =>
  new StoreRefusal(
    'agent-busy',
    `the agent has ${liveCalls} live calls: wait until some have ended, or give it no fewer`,
    { live_calls: liveCalls },
  );

function shownAgent(db: Connection, id: string): AgentView {
  return { ...knownAgent(db, id) };
}
