import type { Schemas } from '../../api/api.ts';
import type { List } from '../../api/query.ts';
import { useCampaignNames } from '../../components/resources/campaign-names.ts';
import { Badge, DispositionBadge } from '../../components/resources/badge.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { count } from '../../format/numbers.ts';
import { wordOf } from '../../format/words.ts';
import { CONTACT_REASONS, CONTACT_STATES } from '../../format/contact-words.ts';
import { addressOf } from './wanted-person.ts';

type Contact = Schemas['FoundContact'];

/** The number is shown because a row key may belong to several. */
export function PersonContacts({ list, caption }: { list: List<Contact>; caption: string }) {
  const names = useCampaignNames();
  return (
    <ListTable
      list={list}
      what="the contacts"
      caption={caption}
      columns={columnsOf(names)}
      keyOf={({ campaign_id: campaign, position }) => `${campaign}/${position}`}
      empty="No campaign has such a contact."
      next="Import it into a campaign, or look for it by its number in international form, such as +12025550101."
    />
  );
}

const columnsOf = (names: ReadonlyMap<string, string>): readonly Column<Contact>[] => [
  {
    name: 'Campaign',
    cell: ({ campaign_id: id }) => <a href={`/campaigns/${id}`}>{names.get(id) ?? id}</a>,
  },
  {
    name: 'Number',
    cell: ({ number }) =>
      number === 'erased' ? 'Erased' : <a href={addressOf({ number })}>{number}</a>,
  },
  { name: 'Name', cell: ({ name }) => name ?? '–' },
  { name: 'Row key', cell: ({ row_key: key }) => key ?? '–' },
  { name: 'State', cell: (contact) => <State contact={contact} /> },
  { name: 'Due', cell: (contact) => <Due contact={contact} /> },
  { name: 'Calls', numeric: true, cell: ({ calls }) => count(calls) },
  {
    name: 'Rules now',
    cell: ({ campaign_id: id, position }) => (
      <a
        href={`/campaigns/${id}?why=${position}`}
        aria-label={`Why contact ${position} of ${id} is dialled or not`}
      >
        Why
      </a>
    ),
  },
];

const State = ({ contact: { state, disposition } }: { contact: Contact }) => (
  <>
    <Badge {...wordOf(CONTACT_STATES, state)} />{' '}
    {disposition && <DispositionBadge disposition={disposition} />}
  </>
);

function Due({ contact: { state, due_at: at, due_reason: reason, zones } }: { contact: Contact }) {
  if (state === 'final') return <>{reason ? reasonText(reason) : '–'}</>;
  return (
    <>
      <Time at={at} zone={zones?.[0]} /> {reason && <span class="quiet">{reasonText(reason)}</span>}
    </>
  );
}

const reasonText = (reason: string) => CONTACT_REASONS[reason]?.text ?? reason;
