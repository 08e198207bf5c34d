/** Contacts in rows: all by position, or those that were found. */
import { ListState, More, ReadOnce } from '../../../components/lists/table.tsx';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../../api/api.ts';
import { useList, useQuery } from '../../../api/query.ts';
import { ProblemNote } from '../../../components/feedback.tsx';
import { LongList, VirtualList } from '../../../components/lists/virtual-list.tsx';
import { count } from '../../../format/numbers.ts';
import type { ContactFilter } from '../../../format/contact-words.ts';
import { ContactRow } from './contact-row.tsx';
import { PAGE_STEP, pageStart, type WantedContact } from './contact-search.ts';

type Contact = Schemas['Contact'];

const PAGE_SIZE = 2 * PAGE_STEP;
const ROW_PX = 64;
const HEIGHT_PX = 520;
/** While somebody drags the thumb of the scrollbar, nothing is read. */
const REST_MS = 80;
/** More rows that were seen are forgotten. */
const MOST_KNOWN = 2_000;
const ON = ['call.*', 'contact.*', 'import.*'] as const;

const heightOf = (rows: number) => Math.min(HEIGHT_PX, rows * ROW_PX + 2);

interface AllProps {
  id: string;
  zone: string;
  total: number;
  /** The position that is shown on top. */
  row: number | undefined;
}

/** Positions have no gaps, so every row has its place, and only those in sight are read, again and again. */
export function AllContacts({ id, zone, total, row }: AllProps) {
  const [start, setStart] = useState(pageStart((row ?? 1) - 1));
  const [sight, setSight] = useState({ first: 0, end: 0 });
  const known = useRef(new Map<number, Contact>());
  const noted = useRef<readonly Contact[]>(undefined);
  const page = useQuery(
    '/v1/campaigns/{campaignId}/contacts',
    { path: { campaignId: id }, query: { limit: PAGE_SIZE, from_position: start + 1 } },
    { on: ON, about: id },
  );
  const contacts = page.data?.data;
  if (contacts && contacts !== noted.current) {
    noted.current = contacts;
    remember(known.current, contacts);
  }
  useEffect(() => {
    const wanted = pageStart(sight.first);
    const timer = setTimeout(() => setStart(wanted), REST_MS);
    return () => clearTimeout(timer);
  }, [sight.first]);
  const jump = useMemo(() => (row ? { index: Math.min(row, total) - 1 } : undefined), [row]);
  const last = Math.min(total, sight.end);
  return (
    <>
      <p class="quiet">
        Rows {count(Math.min(sight.first + 1, last))} to {count(last)} of {count(total)}
      </p>
      {page.problem && <ProblemNote problem={page.problem} what="The contacts cannot be read:" />}
      <VirtualList
        label="Contacts"
        count={total}
        rowAt={(index) => known.current.get(index + 1)}
        keyOf={({ position }) => position}
        rowPx={ROW_PX}
        heightPx={heightOf(total)}
        renderRow={(contact) => <ContactRow contact={contact} zone={zone} />}
        waiting={waitingRow}
        onSight={(first, end) => setSight({ first, end })}
        jump={jump}
      />
    </>
  );
}

const waitingRow = (index: number) => <span class="quiet digits">{index + 1} …</span>;

function remember(known: Map<number, Contact>, contacts: readonly Contact[]): void {
  for (const contact of contacts) {
    known.delete(contact.position);
    known.set(contact.position, contact);
  }
  for (const position of known.keys()) {
    if (known.size <= MOST_KNOWN) return;
    known.delete(position);
  }
}

interface FoundProps {
  id: string;
  zone: string;
  /** Of the campaign. */
  total: number;
  wanted: ContactFilter & WantedContact & { from_position?: number };
  /** Shown where nothing fits. */
  none: ComponentChildren;
}

/** How many fit is not known before they are read, so they are read page by page. */
export function FoundContacts({ id, zone, total, wanted, none }: FoundProps) {
  const list = useList(
    '/v1/campaigns/{campaignId}/contacts',
    { path: { campaignId: id }, query: { limit: PAGE_SIZE, ...wanted } },
    // No index has the fields of a list, so such a search reads many contacts.
    wanted.data === undefined ? { on: ON, about: id } : { pollMs: null },
  );
  const { items, more, lookedTo } = list;
  return (
    <>
      {items.length > 0 && (
        <div class="links quiet">
          <span>Shown: {more ? `the first ${count(items.length)}` : count(items.length)}</span>
          <ReadOnce list={list} />
        </div>
      )}
      <ListState list={list} what="the contacts" />
      <LongList
        list={list}
        label="Contacts"
        keyOf={({ position }) => position}
        rowPx={ROW_PX}
        heightPx={heightOf(items.length)}
        renderRow={(contact) => <ContactRow contact={contact} zone={zone} />}
        empty={lookedTo !== undefined && lookedTo < total ? null : none}
      />
      {lookedTo !== undefined && (
        <p class="quiet" role="status">
          Looked through rows {count(wanted.from_position ?? 1)} to {count(lookedTo)} of{' '}
          {count(total)}.
        </p>
      )}
      {lookedTo !== undefined && <More more={more} />}
    </>
  );
}
