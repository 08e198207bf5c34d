/** Callbacks as a list, or their turns by day or week. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { Page } from '../../components/page.tsx';
import { Reread } from '../../components/forms/form-context.ts';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { choicesOf } from '../../format/choices.ts';
import { CALLBACK_STATES } from '../../format/words.ts';
import { address, inAddress } from '../../router.ts';
import { Calendar } from './calendar.tsx';
import { comesAt } from './calendar-days.ts';
import { CallbackActions } from './callback-actions.tsx';
import { CreateCallback } from '../../components/callbacks/callback-fields.tsx';
import { recurrenceText } from '../../components/callbacks/callback-form.ts';
import { CallbackState } from './callback-state.tsx';

type Callback = Schemas['Callback'];

const VIEWS = [
  { value: '', text: 'List' },
  { value: 'day', text: 'Day' },
  { value: 'week', text: 'Week' },
] as const;

export function CallbacksPage() {
  const view = VIEWS.find(({ value }) => value === address.value.query.get('view'))?.value ?? '';
  // A new callback is read at once.
  const [created, setCreated] = useState(0);
  const showAs = <SelectField label="Show as" {...inAddress('view', view)} choices={VIEWS} />;
  return (
    <Page
      title="Callbacks"
      reread={async () => setCreated(created + 1)}
      actions={may('operate') && <CreateCallback />}
    >
      {view ? (
        <Calendar key={created} by={view} showAs={showAs} />
      ) : (
        <CallbackList key={created} showAs={showAs} />
      )}
    </Page>
  );
}

function CallbackList({ showAs }: { showAs: ComponentChildren }) {
  const chosen = address.value.query.get('state') ?? '';
  const state = chosen in CALLBACK_STATES ? (chosen as Callback['state']) : undefined;
  const request = { query: { limit: 50, ...(state && { state }) } };
  const callbacks = useList('/v1/callbacks', request, { on: ['call.*', 'contact.*'] });
  return (
    <Reread.Provider value={callbacks.reload}>
      <div class="filters">
        {showAs}
        <SelectField
          label="State"
          {...inAddress('state', state ?? '')}
          choices={choicesOf(CALLBACK_STATES)}
        />
      </div>
      <ListTable
        list={callbacks}
        what="the callbacks"
        caption="Callbacks"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={state ? 'No callback is in this state.' : 'There are no callbacks.'}
        next={state ? <a href="/callbacks">Show all</a> : 'Create one when a customer asks for it.'}
      />
    </Reread.Provider>
  );
}

const COLUMNS: readonly Column<Callback>[] = [
  {
    name: 'Number',
    cell: ({ id, number, name }) => (
      <>
        <a href={`/callbacks/${id}`}>{number}</a>
        {name && <span class="under">{name}</span>}
      </>
    ),
  },
  { name: 'Comes', cell: (callback) => <Comes callback={callback} /> },
  { name: 'State', cell: (callback) => <CallbackState callback={callback} /> },
  { name: 'Agent', cell: ({ agent_id: agent, pool }) => agent ?? (pool ? `Pool ${pool}` : 'Any') },
  { name: 'Actions', cell: (callback) => <CallbackActions callback={callback} /> },
];

function Comes({ callback }: { callback: Callback }) {
  const at = comesAt(callback);
  return (
    <>
      {at ? <Time at={at} zone={callback.zone} /> : '–'}
      {callback.every && (
        <span class="under">
          {recurrenceText(callback.every)}, {callback.zone}
        </span>
      )}
    </>
  );
}
