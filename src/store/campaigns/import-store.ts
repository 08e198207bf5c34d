import type { AreaEvidence } from '../../domain/areas/contact-area.ts';
import type { RowResult } from '../../domain/lists/row-counts.ts';
import type { ContactDetails } from '../../domain/contacts/details.ts';
import type { ZoneSource } from '../../domain/contacts/contact-zones.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { Idempotent, IdempotencyKey, Page, PageRequest } from '../requests.ts';

/** A contact to add. */
export interface NewContact {
  /** E.164 with `+`. */
  number: string;
  /** The caller's own key for the row; unique in the campaign when given. */
  rowKey: string | null;
  name: string | null;
  /** Left out: nothing is known. */
  details?: ContactDetails;
  /** Of one of several numbers of a person; null: the only one. */
  person?: PersonNumber | null;
  /** IANA zones the contact may be in; null: the campaign's. */
  zones?: readonly string[] | null;
  zoneSource?: ZoneSource;
  /** That the zones follow from; null: they were named, or nothing says where it is. */
  area?: AreaEvidence | null;
  /** The only agent who may take its calls. */
  agentId?: string | null;
  /** From this instant any agent of the campaign may take them; null: never. */
  agentAloneUntilMs?: number | null;
  /** Earliest and latest instant of a call; null: none. */
  notBeforeMs?: number | null;
  notAfterMs?: number | null;
}

export interface PersonNumber {
  /** The same for all numbers of a person in a campaign: named by the list, or without a meaning. */
  person: string;
  /** Among the person's numbers, from 1; null: each number has a row of its own. */
  place: number | null;
  /** Such as `mobile`; null: the list says none. */
  label: string | null;
}

/** What makes a row a duplicate, besides the same row key in its campaign. */
export type Dedupe =
  /** The same number in its campaign. */
  | { scope: 'campaign' }
  /** The same number in any campaign, added within this time before; null: at any time. */
  | { scope: 'account'; withinMs: number | null }
  /** Nothing else: several contacts may have the same number, and are called one after another. */
  | { scope: 'row-key' };

/** A row of the list: a contact, or what is wrong with it. */
export type ImportRow = {
  /** Line in the sent list, from 1. */
  line: number;
  /** The unchanged texts by column. */
  written: Readonly<Record<string, string>>;
} & ({ contact: NewContact } | { fault: ListFault });

export interface RowFault {
  /** The column or field; null: the row as a whole. */
  field: string | null;
  reason: string;
}

/** Why the list itself has no contact in a row. */
export interface ListFault extends RowFault {
  /** The list says that the person must not be called. */
  suppressed?: true;
  /** The number, if it is to be put on a suppression list too. Whoever adds the row has done that before. */
  suppress?: string;
}

export interface Import {
  id: string;
  campaignId: CampaignId;
  /** `open`: rows are being added, or the import was interrupted. `stopped`: its campaign ended first. */
  state: 'open' | 'done' | 'stopped';
  dedupe: Dedupe;
  /** Numbers that were judged: where the import goes on. */
  numbersRead: number;
  /** accepted + duplicate + suppressed + rejected */
  rowsRead: number;
  /** Rows. One with several numbers is accepted if one of them is. */
  accepted: number;
  duplicate: number;
  suppressed: number;
  rejected: number;
  /** Position of the first contact; null: nothing was accepted. */
  firstContact: number | null;
  /** Null: nobody has taken it back. */
  undo: ImportUndo | null;
  begunAtMs: number;
  touchedAtMs: number;
}

/** Contacts that nobody has called leave the campaign. */
export interface ImportUndo {
  /** `open`: some of its contacts were not looked at yet. */
  state: 'open' | 'done';
  askedAtMs: number;
  /** Contacts that have left so far. Those that were called before stay. */
  withdrawn: number;
}

export type RowOutcome = Exclude<RowResult, 'accepted'>;

/** A row that made no contact. */
export interface LeftOutRow extends RowFault {
  line: number;
  outcome: RowOutcome;
  /** The existing contact that it duplicates. */
  other: { campaignId: CampaignId; contact: number } | null;
  written: Readonly<Record<string, string>>;
}

/** What an import would make of a row. */
export type JudgedRow =
  | { outcome: 'accepted' }
  | (Omit<LeftOutRow, 'written' | 'line'> & {
      /** The line of the earlier row of the same list that it duplicates. */
      earlierLine: number | null;
    });

/** What an import would do with a list, as things stand now. Nothing is written. */
export interface ImportDryRun extends Disposable {
  /**
   * What the import would make of the next rows of the list, in their order.
   * @throws StoreRefusal not-found, not-accepting-contacts (facts: state)
   */
  judge(rows: readonly ImportRow[], nowMs: number): Promise<JudgedRow[]>;
}

export interface LeftOutReason {
  outcome: LeftOutRow['outcome'];
  reason: string;
  rows: number;
  /** The first line with this reason. */
  line: number;
}

/** Imports lists of contacts of any length in short transactions. Each row is added once. */
export interface ImportStore {
  /**
   * A repeat of the key returns the import with its current counts.
   * @throws StoreRefusal not-found, not-accepting-contacts (facts: state), key-reused
   */
  beginImport(
    input: { id: string; campaignId: CampaignId; dedupe: Dedupe; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Import>>;

  /**
   * Adds the rows after the first `from` ones. Duplicates by `Dedupe`, also within the batch, and suppressed numbers
   * are left out. If the number of rows judged so far (`numbersRead`) is not `from`, nothing changes, and the answer has the number.
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

  /** The caller must dispose of it. */
  dryRunImport(input: { campaignId: CampaignId; dedupe: Dedupe }): ImportDryRun;

  /** @throws StoreRefusal not-found */
  import(campaignId: CampaignId, id: string): Promise<Import>;
  /** Newest first. @throws StoreRefusal not-found */
  imports(campaignId: CampaignId, page: PageRequest): Promise<Page<Import>>;
  /** In the order of the list. */
  leftOutRows(id: string, page: PageRequest): Promise<Page<LeftOutRow>>;
  /** Of the first 100,000 rows that were left out, the most frequent reason first. */
  leftOutReasons(id: string): Promise<LeftOutReason[]>;
}

export interface ImportUndoStore {
  /**
   * Takes back an import: those of its contacts that nobody has called become final, as `withdrawn`, and lose number, name and
   * row key, so that the same people can be added again. The first batch is done at once.
   * @throws StoreRefusal not-found, import-runs, import-not-undoable
   */
  undoImport(
    input: { campaignId: CampaignId; id: string; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Import>>;
  /** Does one batch of the one that was asked for first. False: none is open. */
  continueImportUndo(): Promise<boolean>;
}
