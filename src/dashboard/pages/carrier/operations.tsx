/** Operations that the carrier's document only names. The profile declares those that can be run. */
import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../client/requests.ts';
import { api, type Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Badge } from '../../components/resources/badge.tsx';
import { LongTextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { sentence } from '../../format/words.ts';
import { CarrierSection, ON_REQUEST } from './carrier-read.tsx';
import { objectOf, shownValue, valuesOf, type CarrierObject } from './carrier-fields.ts';
import { fieldFault } from './fields-form.tsx';
import { Note } from '../../components/feedback.tsx';

type Operation = AnswerOf<'/v1/carrier/operations', 'get'>['data'][number];

const COLUMNS: readonly Column<Operation>[] = [
  { name: 'Operation', cell: ({ name }) => name },
  { name: 'What', cell: ({ what }) => (what ? sentence(what) : '–') },
  {
    name: 'In the profile',
    cell: ({ declared }) =>
      declared ? (
        <code>
          {declared.method} {declared.path}
        </code>
      ) : (
        <Badge tone="quiet" text="Not declared" />
      ),
  },
  {
    name: 'Actions',
    cell: ({ name, declared }) =>
      declared ? (
        <DialogButton label="Run" title={`Run ${name}`} needs="admin" quiet>
          <RunOperation name={name} method={declared.method} />
        </DialogButton>
      ) : (
        '–'
      ),
  },
];

export function Operations() {
  const operations = useQuery('/v1/carrier/operations', {}, ON_REQUEST);
  return (
    <CarrierSection title="Balance and other operations" what="the operations" query={operations}>
      {({ data }) => (
        <>
          <Balance declared={data.some(({ name, declared }) => name === 'balance' && declared)} />
          <details>
            <summary>All operations</summary>
            <p class="quiet">
              The carrier’s document only names them. Declare method and path of one as operations
              of the carrier profile, and it can be run here.
            </p>
            <Table
              caption="Operations of the carrier"
              columns={COLUMNS}
              rows={data}
              keyOf={({ name }) => name}
            />
          </details>
        </>
      )}
    </CarrierSection>
  );
}

function Balance({ declared }: { declared: boolean }) {
  const [balance, setBalance] = useState<CarrierObject>();
  const read = async () => {
    const request = { path: { name: 'balance' }, body: {} };
    setBalance((await api.post('/v1/carrier/operations/{name}', request)).fields);
    return '';
  };
  if (!declared) {
    return (
      <Note tone="warn">
        The balance is not known: the carrier profile does not declare the operation balance, with
        amount and currency in its read.
      </Note>
    );
  }
  return (
    <>
      {balance && (
        <Figures>
          {Object.entries(balance).map(([name, value]) => (
            <Figure key={name} name={sentence(name)} value={shownValue(name, value)} />
          ))}
        </Figures>
      )}
      <div class="actions">
        <DialogButton label="Read the balance" needs="admin">
          <Form send="Read the balance" run={read}>
            <p>One request to the carrier asks for the balance. It changes nothing.</p>
          </Form>
        </DialogButton>
      </div>
    </>
  );
}

function RunOperation({ name, method }: { name: string; method: string }) {
  const { draft, field } = useDraft({ values: '', body: '' });
  const [answer, setAnswer] = useState<Schemas['CarrierOperationAnswer']>();
  const run = async () => {
    setAnswer(undefined);
    const given = valuesOf(draft.values);
    if ('fault' in given) throw fieldFault('/values', given.fault);
    const merged = draft.body.trim() === '' ? undefined : objectOf(draft.body);
    if (merged && 'fault' in merged) throw fieldFault('/body', merged.fault);
    const sent = { values: given.values, ...(merged ? { body: merged.object } : {}) };
    setAnswer(await api.post('/v1/carrier/operations/{name}', { path: { name }, body: sent }));
    return '';
  };
  return (
    <Form send={`Run ${name}`} run={run} stays leave={answer ? 'Close' : 'Cancel'}>
      <p>
        {method === 'GET'
          ? 'It only reads.'
          : 'It may change something at the carrier, or cost money. It is in the audit.'}
      </p>
      <LongTextField
        {...field('values')}
        label="Values"
        hint="For the placeholders of its declaration, one a line: number=+12025550123"
        rows={3}
      />
      {method !== 'GET' && (
        <LongTextField
          {...field('body')}
          label="Body (JSON)"
          hint="Merged over the declared body. Empty: the declared body."
          rows={3}
          spellcheck={false}
        />
      )}
      {answer && <OperationAnswer answer={answer} />}
    </Form>
  );
}

const OperationAnswer = ({ answer }: { answer: Schemas['CarrierOperationAnswer'] }) => (
  <div role="status">
    <p>The carrier answered:</p>
    <pre class="answer" tabIndex={0}>
      {typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body, null, 2)}
    </pre>
  </div>
);
