/** On which lists a number is, since when, and what takes it off. */
import { allowedNumber } from '../../format/allowed-number.ts';
import { api, type Schemas } from '../../api/api.ts';
import { Action } from '../../components/forms/action.tsx';
import { Until } from '../../components/resources/until.tsx';
import { Section } from '../../components/page.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { AllowOnList } from '../../components/resources/allow-on-list.tsx';

type Held = Schemas['NumberSuppressions'];

export function PersonSuppressions({ held }: { held: Held }) {
  const { number, erased, data } = held;
  return (
    <Section title="Suppressions">
      {erased && <Erased number={number} />}
      {data.length === 0 && !erased && (
        <p class="quiet">It is on no suppression list: campaigns may dial it.</p>
      )}
      {data.length > 0 && (
        <Table
          caption="Suppression lists that the number is on"
          columns={columnsOf(number)}
          rows={data}
          keyOf={({ list_id: id }) => id}
        />
      )}
    </Section>
  );
}

const columnsOf = (number: string): readonly Column<Held['data'][number]>[] => [
  {
    name: 'List',
    cell: ({ list_id: id, list_name: name }) => <a href={`/suppressions/${id}`}>{name}</a>,
  },
  { name: 'Since', cell: ({ added_at: at }) => <Time at={at} /> },
  { name: 'Until', cell: ({ until }) => (until ? <Until at={until} /> : 'For good') },
  {
    name: 'Action',
    cell: (entry) => (
      <AllowOnList list={{ id: entry.list_id, name: entry.list_name }} number={number} />
    ),
  },
];

function Erased({ number }: { number: string }) {
  return (
    <div class="note warn">
      <p>
        <strong>This person was erased.</strong> No campaign dials the number, and imports leave it
        out.
      </p>
      <Action
        label="Allow calls again"
        needs="admin"
        before={
          <p>
            Only if the person asks for calls. Campaigns may dial {number} again, after another
            import. Caps count the calls from now on, because those before were erased.
          </p>
        }
        run={async () => {
          const allowed = await api.post('/v1/privacy/allow', { body: { number } });
          return allowedNumber(number, allowed);
        }}
      />
    </div>
  );
}
