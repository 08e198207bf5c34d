/** The form of a callback, for a new one and for a change. */
import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { withChosen } from '../../format/choices.ts';
import { WEEKDAYS } from '../../format/weekdays.ts';
import { ChecksField, SelectField, TextField } from '../forms/field.tsx';
import { DialogButton, Form } from '../forms/form.tsx';
import { AgentField, usePools } from '../forms/resource-fields.tsx';
import {
  ALONE_CHOICES,
  formOf,
  poolChoices,
  settingsOf,
  timesOf,
  type CallbackForm,
} from './callback-form.ts';

type Callback = Schemas['Callback'];
type Done = () => Promise<void>;

/** @param number of the person, where it is known */
export const CreateCallback = ({ number = '', done }: { number?: string; done?: Done }) => (
  <DialogButton
    label="Create a callback"
    title={number ? `Call ${number} back` : 'Create a callback'}
  >
    {(close) => <CallbackFields number={number} done={done} close={close} />}
  </DialogButton>
);

export const EditCallback = ({ callback, done }: { callback: Callback; done: Done }) => (
  <DialogButton label="Change" title="Change the callback" quiet>
    {(close) => (
      <CallbackFields number={callback.number} known={callback} done={done} close={close} />
    )}
  </DialogButton>
);

function CallbackFields({
  number,
  known,
  done,
  close,
}: {
  number: string;
  known?: Callback;
  done: Done | undefined;
  close: () => void;
}) {
  const [form, setForm] = useState(() => ({ ...formOf(known), number }));
  const run = async () => {
    if (known) {
      const path = { callbackId: known.id };
      const change = { ...settingsOf(form), ...timesOf(form, formOf(known)) };
      await api.edit('/v1/callbacks/{callbackId}', { path }, () => change);
    } else {
      const of = { number: form.number, call_ref: form.callRef.trim() || null };
      await api.post('/v1/callbacks', { body: { ...of, ...settingsOf(form), ...timesOf(form) } });
    }
    await done?.();
    return known ? 'The callback is changed.' : 'The callback is created.';
  };
  return (
    <Form send={known ? 'Save' : 'Create'} run={run} done={close} cancel={close}>
      {(problem) => {
        const of: FieldsProps = { form, change: setForm, problem };
        return (
          <>
            <PersonFields {...of} isNew={!known} knowsNumber={number !== ''} />
            {!known && (
              <SelectField
                label="It comes"
                value={form.recurs ? 'every' : 'once'}
                onValue={(value) => setForm({ ...form, recurs: value === 'every' })}
                choices={[
                  { value: 'once', text: 'once' },
                  { value: 'every', text: 'again and again' },
                ]}
              />
            )}
            {form.recurs ? <RecurringFields {...of} /> : <OnceFields {...of} />}
            <ZoneField {...of} />
            <AgentFields {...of} isNew={!known} />
          </>
        );
      }}
    </Form>
  );
}

interface FieldsProps {
  form: CallbackForm;
  change: (form: CallbackForm) => void;
  problem: ApiProblem | undefined;
}
type TextOf = Exclude<keyof CallbackForm, 'recurs' | 'weekdays'>;

const typed = ({ form, change, problem }: FieldsProps, name: TextOf, pointer: string) => ({
  value: form[name],
  onValue: (value: string) => change({ ...form, [name]: value }),
  pointer,
  problem,
});

const PersonFields = ({
  isNew,
  knowsNumber,
  ...of
}: FieldsProps & { isNew: boolean; knowsNumber: boolean }) => (
  <div class="field-row">
    {!knowsNumber && (
      <TextField
        {...typed(of, 'number', '/number')}
        label="Number"
        required
        placeholder="+442079460101"
      />
    )}
    <TextField {...typed(of, 'name', '/name')} label="Name" />
    {isNew && (
      <TextField
        {...typed(of, 'callRef', '/call_ref')}
        label="Asked for in the call"
        placeholder="Reference"
      />
    )}
  </div>
);

const OnceFields = (of: FieldsProps) => (
  <div class="field-row">
    <TextField {...typed(of, 'at', '/at')} label="Time" type="datetime-local" required />
    <TextField
      {...typed(of, 'notAfter', '/not_after')}
      label="Latest time"
      type="datetime-local"
      hint="Empty: the end of the day."
    />
  </div>
);

const ZoneField = (of: FieldsProps) => (
  <TextField
    {...typed(of, 'zone', '/zone')}
    label="Time zone"
    placeholder="Europe/London"
    hint="All times of this form are in this zone. Empty: the zone of the number’s country, if it has only one."
  />
);

const RecurringFields = (of: FieldsProps) => (
  <>
    <div class="field-row">
      <TextField {...typed(of, 'clock', '/every/at')} label="Time of day" type="time" required />
      <TextField
        {...typed(of, 'clockEnd', '/every/not_after')}
        label="Latest time of day"
        type="time"
        hint="Empty: the end of the day."
      />
    </div>
    <Weekdays {...of} />
    <TextField
      {...typed(of, 'daysOfMonth', '/every/days_of_month')}
      label="Days of the month"
      placeholder="1, 15"
      hint="Instead of days of the week. Neither: every day."
    />
    <div class="field-row">
      <TextField {...typed(of, 'from', '/every/from')} label="First date" type="date" />
      <TextField {...typed(of, 'until', '/every/until')} label="Last date" type="date" />
    </div>
    <div class="field-row">
      <TextField
        {...typed(of, 'count', '/every/count')}
        label="Number of turns"
        type="number"
        min="1"
        hint="Empty: no limit. Missed ones count."
      />
      <TextField
        {...typed(of, 'jitter', '/every/jitter')}
        label="Spread over"
        placeholder="5m"
        hint="Each turn comes later by a random time up to this."
      />
    </div>
  </>
);

const Weekdays = ({ form, change, problem }: FieldsProps) => (
  <ChecksField
    label="Days of the week"
    choices={WEEKDAYS}
    chosen={form.weekdays}
    onChosen={(days) => change({ ...form, weekdays: days as CallbackForm['weekdays'] })}
    pointer="/every/weekdays"
    problem={problem}
  />
);

function AgentFields({ isNew, ...of }: FieldsProps & { isNew: boolean }) {
  const { form } = of;
  const pools = usePools();
  const alone = typed(of, 'agentAlone', '/prefer_agent_for');
  const pool = typed(of, 'pool', '/pool');
  return (
    <>
      <div class="field-row">
        <AgentField
          {...typed(of, 'agent', '/agent_id')}
          label="Agent who is asked first"
          none="Any agent"
        />
        {form.agent !== '' && (
          <SelectField
            {...alone}
            label="Kept for this agent"
            choices={withChosen(ALONE_CHOICES, form.agentAlone)}
          />
        )}
      </div>
      <SelectField
        {...pool}
        label="Pool whose agents take it"
        choices={poolChoices(pools, form, isNew)}
      />
    </>
  );
}
