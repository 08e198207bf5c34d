/** Where and when customers answer, against the time before. */
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import { SelectField } from '../../components/forms/field.tsx';
import { figureColumn, Table, type Column } from '../../components/lists/table.tsx';
import { Section } from '../../components/page.tsx';
import { Badge } from '../../components/resources/badge.tsx';
import { textChoices } from '../../format/choices.ts';
import { count, percent } from '../../format/numbers.ts';
import type { StatisticsSpan } from './statistics-query.ts';

type Answers = Schemas['Answers'];
const GROUPS = { area: 'Area', prefix: 'Network prefix' } as const;

export function AnswersByPlace({ span: { from, to, campaign } }: { span: StatisticsSpan }) {
  const [by, setBy] = useState<Answers['by']>('area');
  const query = { by, from, to, ...(campaign !== undefined && { campaign }) };
  const answers = useQuery('/v1/stats/answers', { query }, { pollMs: null });
  return (
    <Section title="Where customers answer">
      <div class="filters">
        <SelectField
          label="Answers by"
          value={by}
          onValue={(value) => setBy(value as Answers['by'])}
          choices={textChoices(GROUPS)}
        />
      </div>
      <Loaded query={answers} what="where customers answer">
        {({ data }) => (
          <Table
            caption={`Answers by ${GROUPS[by].toLowerCase()}`}
            columns={columnsOf(by)}
            rows={data}
            keyOf={({ key }) => key ?? ''}
          />
        )}
      </Loaded>
    </Section>
  );
}

const columnsOf = (by: Answers['by']): readonly Column<Answers['data'][number]>[] => [
  { name: GROUPS[by], cell: ({ key }) => key ?? 'Not known' },
  { ...figureColumn('dialled'), cell: ({ dialled }) => count(dialled) },
  { ...figureColumn('customer_answered'), cell: ({ answered }) => count(answered) },
  { ...figureColumn('answer_rate'), cell: (row) => <Rate of={row} fell={row.fell} /> },
  { name: 'Before', numeric: true, cell: ({ before }) => <Rate of={before} fell={false} /> },
  ...(by === 'area'
    ? [
        {
          name: 'Best hours there',
          cell: ({ best_hours: best }: Answers['data'][number]) =>
            best.map(({ hour }) => `${hour}:00`).join(', ') || '–',
        },
      ]
    : []),
];

function Rate({ of, fell }: { of: { dialled: number; answered: number }; fell: boolean }) {
  if (of.dialled === 0) return <>–</>;
  return (
    <>
      {percent(of.answered / of.dialled)} {fell && <Badge tone="bad" text="Fell" />}
    </>
  );
}
