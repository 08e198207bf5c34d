/** Everybody on the list of a campaign, read while one scrolls. */
import type { Schemas } from '../../api/api.ts';
import { useList, type List } from '../../api/query.ts';
import { Badge, DispositionBadge } from '../../components/resources/badge.tsx';
import { Empty, Loading, ProblemNote } from '../../components/feedback.tsx';
import { ReadOnce } from '../../components/lists/list-table.tsx';
import { SelectField } from '../../components/forms/field.tsx';
import { Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { VirtualList } from '../../components/lists/virtual-list.tsx';
import { count } from '../../format/numbers.ts';
import { DISPOSITIONS } from '../../format/words.ts';
import { address, setQuery } from '../../router.ts';
import { CONTACT_REASONS, CONTACT_STATES, contactFilterOf } from '../../format/contact-words.ts';
import { choicesOf } from '../../format/choices.ts';

type Campaign = Schemas['CampaignProgress'];
type Contact = Schemas['Contact'];

const PAGE_SIZE = 200;
const ROW_PX = 64;
const HEIGHT_PX = 520;

export function Contacts({ campaign: { id, contacts, zone, kind } }: { campaign: Campaign }) {
  const filter = contactFilterOf(address.value.query);
  const list = useList(
    '/v1/campaigns/{campaignId}/contacts',
    { path: { campaignId: id }, query: { limit: PAGE_SIZE, ...filter } },
    { on: ['call.*', 'contact.*', 'import.*'], about: id, pollMs: 5_000 },
  );
  const filtered = Object.keys(filter).length > 0;
  return (
    <Section
      title="Contacts"
      aside={<ReadSoFar list={list} total={filtered ? undefined : contacts.total} />}
    >
      <Filters />
      {list.problem && <ProblemNote problem={list.problem} what="The contacts cannot be read:" />}
      {!list.loaded && !list.problem && <Loading what="the contacts" />}
      {list.loaded && list.items.length === 0 && (
        <NoContacts filtered={filtered} kind={kind} id={id} />
      )}
      {list.items.length > 0 && (
        <VirtualList
          label="Contacts"
          rows={list.items}
          rowPx={ROW_PX}
          heightPx={Math.min(HEIGHT_PX, list.items.length * ROW_PX + 2)}
          keyOf={({ position }) => position}
          renderRow={(contact) => <Row contact={contact} zone={zone} />}
          onEnd={list.more && (() => void list.more?.())}
        />
      )}
    </Section>
  );
}

/** Says how far the list was read. */
function ReadSoFar({ list, total }: { list: List<Contact>; total: number | undefined }) {
  const { length } = list.items;
  if (!list.loaded || length === 0) return null;
  const all = list.more === undefined ? count(length) : `the first ${count(length)}`;
  return (
    <div class="links quiet">
      <span>
        Shown: {all}
        {total !== undefined && total > length && ` of ${count(total)}`}
      </span>
      <ReadOnce list={list} />
    </div>
  );
}

function Filters() {
  const { query } = address.value;
  const field = (
    name: string,
    label: string,
    words: Readonly<Record<string, { text: string }>>,
  ) => (
    <SelectField
      label={label}
      value={query.get(name) ?? ''}
      onValue={(value) => setQuery({ [name]: value })}
      choices={choicesOf(words)}
    />
  );
  return (
    <div class="filters">
      {field('state', 'State', CONTACT_STATES)}
      {field('reason', 'Reason', CONTACT_REASONS)}
      {field('disposition', 'Last outcome', DISPOSITIONS)}
    </div>
  );
}

function NoContacts({
  filtered,
  kind,
  id,
}: {
  filtered: boolean;
  kind: Campaign['kind'];
  id: string;
}) {
  if (filtered) {
    return (
      <Empty title="No contact fits the filters.">
        <p>
          <a href={`/campaigns/${id}`}>Show all contacts</a>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="There are no contacts.">
      <p>
        {kind === 'standing' ? (
          'Direct calls and callbacks add them.'
        ) : (
          <a href={`/campaigns/${id}/import`}>Add contacts from a file</a>
        )}
      </p>
    </Empty>
  );
}

function Row({ contact, zone }: { contact: Contact; zone: string }) {
  const { position, number, name, row_key: rowKey, state, disposition, calls } = contact;
  return (
    <>
      <div class="contact">
        <p>
          <span class="quiet digits">{position}</span>{' '}
          <a href={`/people?number=${encodeURIComponent(number)}`}>{number}</a> {name}
          {rowKey && <span class="quiet"> {rowKey}</span>}
        </p>
        <p>
          <Badge {...CONTACT_STATES[state]} />{' '}
          {disposition && <DispositionBadge disposition={disposition} />}{' '}
          <span class="quiet">
            <DueText contact={contact} zone={zone} />{' '}
            {calls === 1 ? '1 call' : `${count(calls)} calls`}
          </span>
        </p>
      </div>
      <button
        type="button"
        class="quiet-button"
        aria-label={`Why is contact ${position} dialled or not?`}
        onClick={() => setQuery({ why: String(position) })}
      >
        Why
      </button>
    </>
  );
}

function DueText({
  contact: { state, due_at: dueAt, due_reason: reason, zones },
  zone,
}: {
  contact: Contact;
  zone: string;
}) {
  const text = reason && (CONTACT_REASONS[reason]?.text ?? reason);
  if (state !== 'due') return text ? <>{text} · </> : null;
  return (
    <>
      {text ? `${text}, due ` : 'Due '}
      <Time at={dueAt} zone={zones?.[0] ?? zone} /> ·
    </>
  );
}
