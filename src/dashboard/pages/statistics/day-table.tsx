import { useState } from 'preact/hooks';
import { Table } from '../../components/lists/table.tsx';
import { callsText, spanText, type Day } from './day-quarters.ts';

interface Line {
  key: string;
  fromMs: number;
  when: string;
  what: string;
}

function linesOf({ quarters, marks }: Day): Line[] {
  const calls = quarters
    .filter((quarter) => quarter.placed > 0)
    .map((quarter) => {
      const span = { fromMs: Date.parse(quarter.from), toMs: Date.parse(quarter.to) };
      return { ...span, key: quarter.from, when: spanText(span), what: callsText(quarter) };
    });
  const others = marks.map((mark) => ({
    key: `${mark.fromMs} ${mark.text}`,
    fromMs: mark.fromMs,
    when: spanText(mark),
    what: mark.text,
  }));
  return [...calls, ...others].toSorted((a, b) => a.fromMs - b.fromMs);
}

export function DayTable({ day }: { day: Day }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>The day as a table</summary>
      {isOpen && (
        <Table
          caption="The day"
          rows={linesOf(day)}
          keyOf={({ key }) => key}
          columns={[
            { name: 'Time', cell: ({ when }) => when },
            { name: 'What', cell: ({ what }) => what },
          ]}
          empty={<p class="quiet">Nothing happened on this day.</p>}
        />
      )}
    </details>
  );
}
