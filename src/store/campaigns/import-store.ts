import type { ZoneSource } from '../../domain/contacts/contact-zones.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { Idempotent, IdempotencyKey, Page, PageRequest } from '../store.ts';

/** A contact that is to be added. */
export interface NewContact {
  /** E.164 with `+`. */
  number: string;
  /** The caller's own key for the row; unique in the campaign when given. */
  rowKey: string | null;
  name: string | null;
  /** IANA zones the contact may be in; null: the campaign's. */
  zones?: readonly string[] | null;
  zoneSource?: ZoneSource;
  /** The only agent who may take its calls. */
  agentId?: string | null;
  /** From then on any agent of the campaign may; null: never. */
  agentAloneUntilMs?: number | null;
  /** Earliest and latest instant of a call; null: none. */
  notBeforeMs?: number | null;
  notAfterMs?: number | null;
}

/** Which contacts a row may be a duplicate of, besides one of its campaign with the same row key. */
export type Dedupe =
  /** One of its campaign with the same number. */
  | { scope: 'campaign' }
  /** One of any campaign with the same number, added so shortly before; null: at any time. */
  | { scope: 'account'; withinMs: number | null }
  /** None: several contacts may share a number, and are called one after another. */
  | { scope: 'row-key' };

/** A row as it was read: a contact, or what is wrong with it. */
export type ImportRow = {
  /** Where it stands in what was sent, from 1. */
  line: number;
  /** As it came, by column. */
  written: Readonly<Record<string, string>>;
} & ({ contact: NewContact } | { fault: RowFault });

export interface RowFault {
  /** The column or field; null: the row as a whole. */
  field: string | null;
  reason: string;
}

export interface Import {
  id: string;
  campaignId: CampaignId;
  /** `open`: rows are being added, or were until somebody was stopped. `stopped`: its campaign ended first. */
  state: 'open' | 'done' | 'stopped';
  dedupe: Dedupe;
  /** accepted + duplicate + suppressed + rejected */
  rowsRead: number;
  accepted: number;
  duplicate: number;
  suppressed: number;
  rejected: number;
  /** First contact position given out; null when nothing was accepted. */
  firstContact: number | null;
  begunAtMs: number;
  touchedAtMs: number;
}

export type RowOutcome = 'duplicate' | 'suppressed' | 'rejected';

/** A row that made no contact. */
export interface LeftOutRow extends RowFault {
  line: number;
  outcome: RowOutcome;
  /** The contact that was there first. */
  other: { campaignId: CampaignId; contact: number } | null;
  written: Readonly<Record<string, string>>;
}

/** Lists of contacts of any length, added in short transactions, each row once. */
export interface ImportStore {
  /**
   * A repeat of the key finds the import where it stands.
   * @throws StoreRefusal not-found, not-accepting-contacts (facts: state), key-reused
   */
  beginImport(
    input: { id: string; campaignId: CampaignId; dedupe: Dedupe; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Import>>;

  /**
   * Adds the rows behind the first `from` ones, which leave out the rows that `Dedupe` or a suppression list of
   * the campaign hits; of one batch, too, the first wins. Where another number of rows has been added by now it
   * changes nothing; the answer says how many.
   * @param input.last ends the import
   * @throws StoreRefusal not-found, not-accepting-contacts (facts: state)
   */
  addImportRows(input: {
    id: string;
    from: number;
    rows: readonly ImportRow[];
    last: boolean;
    nowMs: number;
  }): Promise<Import>;

  /** @throws StoreRefusal not-found */
  import(campaignId: CampaignId, id: string): Promise<Import>;
  /** Newest first. @throws StoreRefusal not-found */
  imports(campaignId: CampaignId, page: PageRequest): Promise<Page<Import>>;
  /** In the order they came. */
  leftOutRows(id: string, page: PageRequest): Promise<Page<LeftOutRow>>;
}
