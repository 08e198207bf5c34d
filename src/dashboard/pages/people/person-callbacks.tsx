import type { Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { Badge } from '../../components/resources/badge.tsx';
import { Section } from '../../components/page.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { CALLBACK_STATES, wordOf } from '../../format/words.ts';

type Callback = Schemas['Callback'];

export function PersonCallbacks({ number }: { number: string }) {
  const list = useList(
    '/v1/callbacks',
    { query: { number, limit: 50 } },
    { on: ['call.*', 'contact.*'] },
  );
  return (
    <Section title="Callbacks" aside={<a href="/callbacks">All callbacks</a>}>
      <ListTable
        list={list}
        what="the callbacks"
        caption="Callbacks to this number, oldest first"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty="No callback is planned for this number."
        next="“Create a callback” plans one, for a time that the person asks for."
      />
    </Section>
  );
}

const COLUMNS: readonly Column<Callback>[] = [
  {
    name: 'When',
    cell: ({ next_at: next, at, zone }) => {
      const when = next ?? at;
      return when ? <Time at={when} zone={zone} /> : '–';
    },
  },
  { name: 'State', cell: ({ state }) => <Badge {...wordOf(CALLBACK_STATES, state)} /> },
  { name: 'Repeats', cell: ({ every }) => (every ? 'Yes' : 'Once') },
  { name: 'Name', cell: ({ name }) => name ?? '–' },
  { name: 'Agent', cell: ({ agent_id: agent, pool }) => agent ?? pool ?? 'Any' },
  { name: 'Last turn', cell: ({ last }) => last?.reason ?? last?.disposition ?? '–' },
];
