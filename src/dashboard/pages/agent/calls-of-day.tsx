import type { Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { CallBadge } from '../../components/resources/badge.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { CallTimeLink, PersonLink } from '../../components/resources/links.tsx';

type Call = Schemas['Call'];

const COLUMNS: readonly Column<Call>[] = [
  { name: 'Call', cell: (call) => <CallTimeLink call={call} /> },
  {
    name: 'Person',
    cell: ({ contact_name: name, number }) => <PersonLink name={name} number={number} />,
  },
  { name: 'How it ended', cell: (call) => <CallBadge call={call} /> },
];

export function CallsOfDay({ id, from, to }: { id: string; from: string; to: string }) {
  const query = { agent: id, from, to, order: 'desc' as const, limit: 50 };
  const calls = useList('/v1/calls', { query }, { on: ['call.*'] });
  return (
    <>
      <h3>Calls of the day</h3>
      <ListTable
        list={calls}
        what="the calls"
        caption="Calls of the day"
        columns={COLUMNS}
        keyOf={({ ref }) => ref}
        empty={<p class="quiet">The agent had no calls on this day.</p>}
      />
    </>
  );
}
