/** Reads due contacts in the order in which they are claimed, and delays those that a rule forbids to dial now. */
import type { DialTime } from '../../../../domain/contacts/dial-time.ts';
import { isSpent } from '../../../../domain/calls/redial.ts';
import { lacksConsent } from '../campaigns/consents.ts';
import type { DialOrder } from '../../../../domain/rules/dial-orders.ts';
import type { Params, Tx } from '../../engine/tx.ts';
import { DUE_NOW } from '../campaigns/campaign-facts.ts';
import { talliesOf } from '../campaigns/contact-moves.ts';
import { turnNumbersOf } from '../campaigns/other-numbers.ts';
import {
  dialWho,
  dialTimeOf,
  isHeldBack,
  whoParams,
  type DialWho,
} from '../campaigns/eligibility.ts';
import { BestAreas } from './best-areas.ts';
import type { Claimant } from './claims-allowed.ts';
import type { ContactCondition } from './free-agents.ts';
import { NOT_ON_CALL } from './live-persons.ts';

export interface DueContact extends DialWho {
  position: number;
  dueAtMs: number;
  agentId: string | null;
  calls: number;
  /** Of one of several numbers. */
  person: string | null;
  areaKey: string | null;
}

/** A contact that may not be dialled now. `reason` null: the disposition of its last call is the reason. */
interface Delayed {
  position: number;
  person: string | null;
  state: 'due' | 'final';
  atMs: number | null;
  reason: string | null;
}

type Never = { kind: 'never'; reason: 'suppressed' | 'no-consent' | null };

/** A closed window may delay many contacts, and the transaction must stay short. */
const MOST_READ = 500;
const PAGE = 100;
type Place = Pick<DueContact, 'dueAtMs' | 'position'>;
const FIRST: Place = { dueAtMs: -1, position: -1 };

/**
 * The contacts that may be dialled now, one by one. Rows are locked, and rows that another transaction has locked are
 * passed over. Delays are written by `writeDelays`.
 */
export class DueContacts {
  readonly #tx: Tx;
  readonly #claimant: Pick<Claimant, 'campaign' | 'policy'>;
  readonly #nowMs: number;
  readonly #delayed: Delayed[] = [];
  /** The rest of the page. */
  #page: DueContact[] = [];
  #after = FIRST;
  #isLastPage = false;
  #read = 0;
  /** Where areas at their best hour come first, those that were read before the list. */
  readonly #best: BestAreas;
  readonly #readBefore = new Set<number>();
  #likely: number | undefined;
  #attempts = new Map<number, { attempts: number; calls: number }>();

  /** @param order `list` where it makes no difference */
  constructor(
    tx: Tx,
    claimant: Pick<Claimant, 'campaign' | 'policy'>,
    { order, nowMs }: { order: DialOrder | undefined; nowMs: number },
  ) {
    this.#tx = tx;
    this.#claimant = claimant;
    this.#nowMs = nowMs;
    this.#best = new BestAreas(order === 'best-hours', nowMs);
  }

  /** @param likely so many are probably taken */
  async next(condition: ContactCondition, likely = 1): Promise<DueContact | undefined> {
    while (this.#read < MOST_READ) {
      if (this.#page.length === 0) {
        if (this.#isLastPage) return undefined;
        await this.#readPage(condition, likely);
      }
      const contact = this.#page.shift();
      if (!contact) continue;
      this.#read += 1;
      const verdict = this.#judge(contact);
      if (verdict.kind === 'now') return contact;
      this.#delayed.push({
        position: contact.position,
        person: contact.person,
        state: verdict.kind === 'later' ? 'due' : 'final',
        atMs: verdict.kind === 'later' ? verdict.atMs : null,
        reason: verdict.reason,
      });
    }
    return undefined;
  }

  /** In groups, because a closed window delays many contacts alike. */
  async writeDelays(): Promise<void> {
    const groups = new Map<string, number[]>();
    for (const { position, person: _, ...how } of this.#delayed) {
      const key = JSON.stringify(how);
      const positions = groups.get(key) ?? [];
      groups.set(key, positions);
      positions.push(position);
    }
    for (const [how, positions] of groups) {
      this.#tx.send(
        `UPDATE contacts
         SET state = :state, due_at_ms = coalesce(:atMs, due_at_ms), due_reason = :reason,
             disposition = CASE :state WHEN 'final' THEN coalesce(disposition, 'not-dialled')
                                       ELSE disposition END
         WHERE campaign_id = :id AND position IN (SELECT CAST(value AS BIGINT) FROM ${this.#tx.sql.texts(':positions')})`,
        {
          id: this.#claimant.campaign.id,
          positions: JSON.stringify(positions),
          ...(JSON.parse(how) as Omit<Delayed, 'position' | 'person'>),
        },
      );
    }
    await this.#turnToOtherNumbers();
    this.#delayed.length = 0;
  }

  /** Of persons of whom a number is final by a rule. */
  async #turnToOtherNumbers(): Promise<void> {
    const { campaign, policy } = this.#claimant;
    if (policy.redial.nextNumber === 'never') return;
    const final = this.#delayed.filter(({ state }) => state === 'final');
    const persons = final.flatMap(({ person }) => person ?? []);
    await turnNumbersOf(this.#tx, { campaignId: campaign.id, persons }, this.#nowMs);
  }

  async #readPage(agents: ContactCondition, likely: number): Promise<void> {
    this.#likely ??= likely;
    // While everybody who was read was taken, no more are read than are likely to be.
    const isAllTaken = this.#read <= this.#likely - likely;
    const limit = isAllTaken ? Math.min(likely, PAGE) : PAGE;
    this.#page = this.#best.isOver
      ? await this.#pageOfList(agents, limit)
      : await this.#pageOfBest(agents, limit);
    // The rules may have been edited since its last call.
    const again = this.#page.filter(({ calls }) => calls > 0).map(({ position }) => position);
    this.#attempts =
      again.length > 0 ? await talliesOf(this.#tx, this.#claimant.campaign.id, again) : new Map();
  }

  async #pageOfList(agents: ContactCondition, limit: number): Promise<DueContact[]> {
    const page = await this.#contacts({ agents, limit, index: '' });
    this.#isLastPage = page.length < limit;
    this.#after = page.at(-1) ?? this.#after;
    return page.filter(({ position }) => !this.#readBefore.has(position));
  }

  async #pageOfBest(agents: ContactCondition, limit: number): Promise<DueContact[]> {
    const index = this.#tx.sql.indexedBy('contacts_due_in_area');
    const page = await this.#contacts({
      agents,
      limit,
      index,
      only: this.#best.contacts(this.#tx.sql, agents),
    });
    const isFull = page.length === limit;
    this.#best.wasRead(page[0]?.areaKey, { isFull });
    this.#after = isFull ? page.at(-1)! : FIRST;
    for (const { position } of page) this.#readBefore.add(position);
    return page;
  }

  #contacts({
    agents,
    limit,
    index,
    only = { sql: 'true', params: {} },
  }: {
    agents: ContactCondition;
    limit: number;
    index: string;
    only?: { sql: string; params: Params };
  }): Promise<DueContact[]> {
    const { campaign, policy } = this.#claimant;
    return this.#tx.all<DueContact>(
      `SELECT position, due_at_ms, ${dialWho(this.#tx.sql, policy)}, agent_id, calls, person, area_key FROM contacts ${index}
       WHERE ${DUE_NOW} AND (due_at_ms, position) > (:afterMs, :after) AND ${NOT_ON_CALL} AND ${agents.sql} AND ${only.sql}
       ORDER BY due_at_ms, position LIMIT :limit ${this.#tx.sql.forUpdateOfUnlocked()}`,
      {
        id: campaign.id,
        ...whoParams(policy, { inForce: policy, nowMs: this.#nowMs }),
        afterMs: this.#after.dueAtMs,
        after: this.#after.position,
        limit,
        ...agents.params,
        ...only.params,
      },
    );
  }

  #judge(contact: DueContact): DialTime | Never {
    const { policy } = this.#claimant;
    if (isHeldBack(contact, policy)) return { kind: 'never', reason: 'suppressed' };
    if (lacksConsent(contact.consents, policy, this.#nowMs))
      return { kind: 'never', reason: 'no-consent' };
    const tally = this.#attempts.get(contact.position);
    if (tally && isSpent(tally, policy.redial)) return { kind: 'never', reason: null };
    return dialTimeOf(contact, this.#claimant, this.#nowMs);
  }
}
