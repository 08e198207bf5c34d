import type { CallbackTimes, Recurrence } from '../../domain/callbacks/callback.ts';
import type {
  CallbackFacts,
  CallbackMove,
  CallbackState,
  TurnStanding,
} from '../../domain/callbacks/callback-standing.ts';
import type { Disposition } from '../../domain/calls/disposition.ts';
import type { CallbackId, CallRef, CampaignId } from '../../domain/ids.ts';
import type {
  Edited,
  Idempotent,
  IdempotencyKey,
  Page,
  PageRequest,
  Precondition,
} from '../store.ts';

export interface CallbackSettings {
  name: string | null;
  /** IANA zone of the contact. */
  zone: string;
  /** Who is asked first; null: whoever has been idle for longest. */
  agentId: string | null;
  /** From the time of the callback on, for so long nobody else; null: nobody else ever. */
  agentAloneMs: number | null;
  /** Whose agents take it after that; null: agents of any pool. */
  pool: string | null;
  times: CallbackTimes;
}

/** One time that a callback came, or would have. */
export interface CallbackTurn extends TurnStanding {
  /** From 1. */
  turn: number;
  /** When it was to come, by the rule. */
  atMs: number;
  /** When it is due, or due again. */
  dueAtMs: number | null;
  notAfterMs: number;
  /** The contact it is, null where it was skipped. */
  contact: { campaignId: CampaignId; position: number } | null;
  /** The last call made of it that was placed or refused. */
  ref: CallRef | null;
  disposition: Disposition | null;
  /** What its timeline shows, where the reason alone is not enough. */
  text: string | null;
}

export interface Callback extends CallbackSettings {
  id: CallbackId;
  /** E.164. */
  number: string;
  /** The call in which it was asked for. */
  callRef: CallRef | null;
  state: CallbackState;
  life: CallbackFacts['life'];
  /** Of one that recurs: its next turn; null: none is left, or it is paused or cancelled. */
  nextAtMs: number | null;
  turns: number;
  /** The turn that is open, else the last. */
  last: CallbackTurn | null;
  /** Of one that recurs: Temporal's schedule does not follow its last change yet. */
  scheduleBehind: boolean;
  createdAtMs: number;
}

/** With the JSON pointers of what the edit took away. */
export type EditedCallback = Callback & { removed: readonly string[] };

/** What Temporal's schedule of a callback must be; null: there must be none. */
export interface CallbackSchedule {
  version: number;
  behind: boolean;
  spec: { every: Recurrence; zone: string; paused: boolean } | null;
}

export interface CallbackStore {
  /**
   * A one-off becomes a contact of the standing campaign of its pool at once, due at its time. The campaign is
   * created running.
   * @throws StoreRefusal not-found (agent or call), wrong-time (facts: field), key-reused
   */
  addCallback(
    input: {
      id: CallbackId;
      number: string;
      callRef: CallRef | null;
      settings: CallbackSettings;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Callback>>;

  /** @throws StoreRefusal not-found */
  callback(id: CallbackId, nowMs: number): Promise<Callback>;
  /** Its turns, newest first. @throws StoreRefusal not-found */
  callbackTurns(id: CallbackId, page: PageRequest, nowMs: number): Promise<Page<CallbackTurn>>;
  /** Oldest first. With a state a page may hold fewer than asked for, and yet not be the last. */
  callbacks(
    filter: { state?: CallbackState | undefined },
    page: PageRequest,
    nowMs: number,
  ): Promise<Page<Callback>>;

  /**
   * A one-off that has no call yet is withdrawn and made anew; of one that recurs the turns to come change.
   * @param input.change what the settings become, from what they are in the same transaction
   * @throws StoreRefusal not-found, illegal-move (facts: state, allowed), wrong-time (facts: field), key-reused
   */
  editCallback(
    input: {
      id: CallbackId;
      change: (known: CallbackSettings) => Edited<CallbackSettings>;
      precondition?: Precondition<Callback>;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<EditedCallback>>;

  /**
   * Pausing and cancelling withdraw a turn that is due and has no live call. Resumed, a one-off is due at its time
   * again, or missed where that has passed; one that recurs goes on with its next turn from now.
   * @throws StoreRefusal not-found, illegal-move (facts: state, allowed), key-reused
   */
  moveCallback(
    input: {
      id: CallbackId;
      move: CallbackMove;
      precondition?: Precondition<Callback>;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Callback>>;

  /**
   * Makes every turn of a callback that has come: the contact due, or missed with its reason. Each is made once,
   * however often this is called. Gives the campaigns that have something new to dial.
   */
  makeDueTurns(id: CallbackId, nowMs: number): Promise<CampaignId[]>;

  /** @throws StoreRefusal not-found */
  callbackSchedule(id: CallbackId): Promise<CallbackSchedule>;
  /** Temporal follows this version now. */
  noteCallbackSchedule(id: CallbackId, version: number): Promise<void>;
}
