/** The form of a callback, for a new one and for a change. */
import { useLayoutEffect } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { isolated } from '../../format/names.ts';
import { textChoices, withChosen } from '../../format/choices.ts';
import { WEEKDAYS } from '../../format/time/weekdays.ts';
import { ChecksField, SelectField, TextField } from '../forms/field.tsx';
import { DialogButton, Form, useDraft } from '../forms/form.tsx';
import { ZoneField } from '../forms/zone-field.tsx';
import { useKnownPerson } from './known-person.ts';
import { AgentField, usePools } from '../forms/resource-fields.tsx';
import {
  ALONE_CHOICES,
  formOf,
  knownOf,
  poolChoices,
  settingsOf,
  timesOf,
  type CallbackForm,
} from './callback-form.ts';

type Callback = Schemas['Callback'];

/** @param number of the person, where it is known */
export const CreateCallback = ({ number = '' }: { number?: string }) => (
  <DialogButton
    label="Create a callback"
    title={number ? `Call ${number} back` : 'Create a callback'}
  >
    <CallbackFields number={number} />
  </DialogButton>
);

export const EditCallback = ({ callback }: { callback: Callback }) => (
  <DialogButton label="Change" title="Change the callback" quiet>
    <CallbackFields number={callback.number} known={callback} />
  </DialogButton>
);

interface CallbackFieldsProps {
  number: string;
  known?: Callback;
}

function CallbackFields({ number, known }: CallbackFieldsProps) {
  const of = useDraft<CallbackForm>(() => ({ ...formOf(known), number }));
  const { draft, set, field } = of;
  const person = useKnownPerson(known ? '' : draft.number);
  useLayoutEffect(() => {
    if (person) set(knownOf(person, draft));
  }, [person]);
  const run = async () => {
    if (known) {
      const path = { callbackId: known.id };
      const change = { ...settingsOf(draft), ...timesOf(draft, formOf(known)) };
      await api.edit('/v1/callbacks/{callbackId}', { path }, () => change);
    } else {
      const person = { number: draft.number, call_ref: draft.callRef.trim() || null };
      const body = { ...person, ...settingsOf(draft), ...timesOf(draft) };
      await api.post('/v1/callbacks', { body });
    }
    return known ? 'The callback is changed.' : 'The callback is created.';
  };
  return (
    <Form send={known ? 'Save' : 'Create'} run={run}>
      <div class="field-row">
        {number === '' && (
          <TextField
            {...field('number')}
            label="Number"
            required
            placeholder="+442079460101"
            hint={person && `${isolated(person.name ?? '')} is in a list already.`}
          />
        )}
        <TextField {...field('name')} label="Name" />
        {!known && (
          <TextField
            {...field('callRef', '/call_ref')}
            label="Asked for in the call"
            placeholder="Reference"
          />
        )}
      </div>
      {!known && (
        <SelectField
          label="It comes"
          value={draft.recurs ? 'every' : 'once'}
          onValue={(value) => set({ recurs: value === 'every' })}
          choices={textChoices({ once: 'once', every: 'again and again' })}
        />
      )}
      {draft.recurs ? <RecurringFields {...of} /> : <OnceFields {...of} />}
      <ZoneField
        {...field('zone')}
        label="Time zone"
        hint="All times of this form are in this zone. Empty: the zone of the number’s country, if it has only one."
      />
      <AgentFields {...of} isNew={!known} />
    </Form>
  );
}

type FieldsProps = ReturnType<typeof useDraft<CallbackForm>>;

const OnceFields = ({ field }: FieldsProps) => (
  <div class="field-row">
    <TextField {...field('at')} label="Time" type="datetime-local" required />
    <TextField
      {...field('notAfter', '/not_after')}
      label="Latest time"
      type="datetime-local"
      hint="Empty: the end of the day."
    />
  </div>
);

const RecurringFields = ({ draft, set, field }: FieldsProps) => (
  <>
    <div class="field-row">
      <TextField {...field('clock', '/every/at')} label="Time of day" type="time" required />
      <TextField
        {...field('clockEnd', '/every/not_after')}
        label="Latest time of day"
        type="time"
        hint="Empty: the end of the day."
      />
    </div>
    <ChecksField
      label="Days of the week"
      choices={WEEKDAYS}
      chosen={draft.weekdays}
      onChosen={(days) => set({ weekdays: days as CallbackForm['weekdays'] })}
      pointer="/every/weekdays"
    />
    <TextField
      {...field('daysOfMonth', '/every/days_of_month')}
      label="Days of the month"
      placeholder="1, 15"
      hint="Instead of days of the week. Neither: every day."
    />
    <div class="field-row">
      <TextField {...field('from', '/every/from')} label="First date" type="date" />
      <TextField {...field('until', '/every/until')} label="Last date" type="date" />
    </div>
    <div class="field-row">
      <TextField
        {...field('count', '/every/count')}
        label="Number of turns"
        type="number"
        min="1"
        hint="Empty: no limit. Missed ones count."
      />
      <TextField
        {...field('jitter', '/every/jitter')}
        label="Spread over"
        placeholder="5m"
        hint="Each turn comes later by a random time up to this."
      />
    </div>
  </>
);

function AgentFields({ isNew, draft, field }: FieldsProps & { isNew: boolean }) {
  const pools = usePools();
  return (
    <>
      <div class="field-row">
        <AgentField
          {...field('agent', '/agent_id')}
          label="Agent who is asked first"
          none="Any agent"
        />
        {draft.agent !== '' && (
          <SelectField
            {...field('agentAlone', '/prefer_agent_for')}
            label="Kept for this agent"
            choices={withChosen(ALONE_CHOICES, draft.agentAlone)}
          />
        )}
      </div>
      <SelectField
        {...field('pool')}
        label="Pool whose agents take it"
        choices={poolChoices(pools, draft, isNew)}
      />
    </>
  );
}
