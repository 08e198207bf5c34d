/** A rehearsal: the whole campaign in virtual time, several runs. */
import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../../api/api.ts';
import { Table } from '../../../components/lists/table.tsx';
import { Time } from '../../../components/time.tsx';
import { count, counted, money, percent } from '../../../format/numbers.ts';
import { mapRange, type Range } from './forecast-band.ts';
import { Groups, ResultCard } from '../preflight-result.tsx';

type Rehearsal = Schemas['Rehearsal'];

interface RehearsalResultProps {
  rehearsal: Rehearsal;
  currency: string | null;
  close: () => void;
}

export function RehearsalResult({ rehearsal, currency, close }: RehearsalResultProps) {
  const { typical, runs, contacts, start_at: startAt, assumptions, cut } = rehearsal;
  return (
    <ResultCard title="Rehearsal" close={close}>
      <p>
        {counted(contacts, 'contact')} from <Time at={startAt} />, {counted(runs.length, 'run')}.
      </p>
      {cut.map((text) => (
        <p key={text} class="warn">
          {text}
        </p>
      ))}
      <Ranges rehearsal={rehearsal} currency={currency} />
      <Groups title="Never reached, in the run of median cost" groups={typical.never_reached} />
      <Table
        caption="Calls by day, in the run of median cost"
        rows={typical.by_day}
        keyOf={({ day }) => day}
        columns={[
          { name: 'Day', cell: ({ day }) => day },
          { name: 'Calls placed', numeric: true, cell: ({ calls }) => count(calls) },
          { name: 'Newly reached', numeric: true, cell: ({ reached }) => count(reached) },
        ]}
      />
      <details>
        <summary>What is taken for granted</summary>
        <ul>
          {assumptions.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
    </ResultCard>
  );
}

function Ranges({ rehearsal, currency }: { rehearsal: Rehearsal; currency: string | null }) {
  const { finished_at: end, calls_per_hour: hourly } = rehearsal;
  const rows: { name: string; range: Range<ComponentChildren> | null }[] = [
    {
      name: 'End',
      range: end && mapRange<string, ComponentChildren>(end, (at) => <Time at={at} />),
    },
    { name: 'Calls placed', range: mapRange(rehearsal.calls, count) },
    { name: 'Contacts reached', range: mapRange(rehearsal.reached, count) },
    { name: 'Cost', range: mapRange(rehearsal.cost, (amount) => money(amount, currency)) },
    {
      name: 'Calls an hour',
      range: mapRange(hourly, (calls) => count(Math.round(calls * 10) / 10)),
    },
    { name: 'Agents at work', range: mapRange(rehearsal.agent_use, percent) },
  ];
  return (
    <Table
      caption="Results of the runs"
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { name: 'Figure', cell: ({ name }) => name },
        ...(['low', 'median', 'high'] as const).map((place) => ({
          name: place === 'low' ? 'Low' : place === 'median' ? 'Median' : 'High',
          numeric: true,
          cell: ({ range }: (typeof rows)[number]) => (range ? range[place] : 'no end'),
        })),
      ]}
    />
  );
}
