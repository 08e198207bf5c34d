import type { CallbackTimes, Recurrence } from '../../domain/callbacks/callback.ts';
import type {
  CallbackFacts,
  CallbackMove,
  CallbackState,
  TurnStatus,
} from '../../domain/callbacks/callback-turn.ts';
import type { Disposition } from '../../domain/calls/disposition.ts';
import type { Span } from '../../domain/zone.ts';
import type { CallbackId, CallRef, CampaignId } from '../../domain/ids.ts';
import type {
  Edit,
  IdempotencyKey,
  Idempotent,
  Page,
  PageRequest,
  Precondition,
} from '../requests.ts';

export interface CallbackSettings {
  name: string | null;
  /** IANA zone of the contact. */
  zone: string;
  /** The agent who is asked first; null: the one who has been idle for longest. */
  agentId: string | null;
  /** For this long after the time of the callback no other agent may take it; null: no other agent ever. */
  agentAloneMs: number | null;
  /** The pool whose agents may take it after that; null: any pool. */
  pool: string | null;
  times: CallbackTimes;
}

/** One occurrence of a callback, made or skipped. */
export interface CallbackTurn extends TurnStatus {
  /** From 1. */
  turn: number;
  /** Its time by the rule. */
  atMs: number;
  /** When it is due, or due again. */
  dueAtMs: number | null;
  notAfterMs: number;
  /** Its contact; null: it was skipped. */
  contact: { campaignId: CampaignId; position: number } | null;
  /** The last of its calls that was placed or refused. */
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
  /** The next turn of a recurring callback; null: none is left, or it is paused or cancelled. */
  nextAtMs: number | null;
  turns: number;
  /** The open turn, else the last one. */
  last: CallbackTurn | null;
  /** For a recurring callback: its schedule in Temporal does not contain its last change yet. */
  scheduleBehind: boolean;
  createdAtMs: number;
}

/** A turn in the calendar, with what names its callback. */
export interface CalendarTurn extends Omit<CallbackTurn, 'turn'> {
  /** Null: planned by the rule of a recurring callback, and not made yet. */
  turn: number | null;
  callback: Pick<Callback, 'id' | 'number' | 'name' | 'zone' | 'agentId' | 'pool'>;
}

/** With the JSON pointers of what the edit removed. */
export type EditedCallback = Callback & { removed: readonly string[] };

/** The target state of a callback's schedule in Temporal; null: there must be none. */
export interface CallbackSchedule {
  version: number;
  behind: boolean;
  spec: { every: Recurrence; zone: string; paused: boolean } | null;
}

export interface CallbackStore {
  /**
   * A one-off callback becomes a contact of the standing campaign of its pool at once, due at its time. The campaign is
   * created in state running.
   * @throws StoreRefusal unknown-agent (facts: field), not-found (the call), wrong-time (facts: field), key-reused
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
  /**
   * Oldest first. With a state, a page may hold fewer than requested and still not be the last.
   * @param filter `number`: E.164
   */
  callbacks(
    filter: { state?: CallbackState | undefined; number?: string | undefined },
    page: PageRequest,
    nowMs: number,
  ): Promise<Page<Callback>>;

  /**
   * The turns of all callbacks in a span, by time: those that were made, and those that active recurring callbacks plan.
   * `more`: there are further ones. Of a million callbacks only those whose next turn comes first are read.
   */
  callbackCalendar(
    span: Span,
    limit: number,
    nowMs: number,
  ): Promise<{ turns: CalendarTurn[]; more: boolean }>;

  /**
   * A one-off callback without a call is withdrawn and created again. For a recurring one, future turns change.
   * @throws StoreRefusal not-found, unknown-agent (facts: field), illegal-move (facts: state, allowed), wrong-time (facts:
   *   field), key-reused
   */
  editCallback(
    input: { id: CallbackId } & Edit<Callback, CallbackSettings>,
    once?: IdempotencyKey,
  ): Promise<Idempotent<EditedCallback>>;

  /**
   * Pausing and cancelling withdraw a turn that is due and has no live call. After a resume, a one-off callback is due
   * at its time again, or missed if that has passed. A recurring one continues with its next turn from now.
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
   * Makes all turns of a callback whose time has come: the contact is due, or the turn is missed with a reason. Each
   * turn is made once, also if this is called repeatedly. Returns the campaigns with new contacts to dial.
   */
  makeDueTurns(id: CallbackId, nowMs: number): Promise<CampaignId[]>;

  /** @throws StoreRefusal not-found */
  callbackSchedule(id: CallbackId): Promise<CallbackSchedule>;
  /** Stores that the schedule in Temporal contains this version. */
  noteCallbackSchedule(id: CallbackId, version: number): Promise<void>;
}
