/** The form of a callback, for a new one and for a change. */
import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { useQuery } from '../../api/query.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form } from '../../components/forms/form.tsx';
import { formOf, timesOf, WEEKDAYS, type CallbackForm } from './callback-form.ts';

type Callback = Schemas['Callback'];
type Done = () => Promise<void>;

export const CreateCallback = ({ done }: { done: Done }) => (
  <DialogButton label="Create a callback">
    {(close) => <CallbackFields done={done} close={close} />}
  </DialogButton>
);

export const EditCallback = ({ callback, done }: { callback: Callback; done: Done }) => (
  <DialogButton label="Change" title="Change the callback" quiet>
    {(close) => <CallbackFields known={callback} done={done} close={close} />}
  </DialogButton>
);

function CallbackFields({
  known,
  done,
  close,
}: {
  known?: Callback;
  done: Done;
  close: () => void;
}) {
  const [number, setNumber] = useState('');
  const [name, setName] = useState(known?.name ?? '');
  const [zone, setZone] = useState(known?.zone ?? '');
  const [agent, setAgent] = useState(known?.agent_id ?? '');
  const [times, setTimes] = useState(() => formOf(known));
  const run = async () => {
    const shared = {
      name: name.trim() || null,
      agent_id: agent || null,
      ...(zone.trim() && { zone: zone.trim() }),
    };
    if (known) {
      const path = { callbackId: known.id };
      const change = { ...shared, ...timesOf(times, formOf(known)) };
      await api.edit('/v1/callbacks/{callbackId}', { path }, () => change);
    } else {
      await api.post('/v1/callbacks', { body: { number, ...shared, ...timesOf(times) } });
    }
    await done();
    return known ? 'The callback is changed.' : 'The callback is created.';
  };
  return (
    <Form send={known ? 'Save' : 'Create'} run={run} done={close} cancel={close}>
      {(problem) => (
        <>
          {!known && (
            <TextField
              label="Number"
              required
              value={number}
              onValue={setNumber}
              placeholder="+442079460101"
              pointer="/number"
              problem={problem}
            />
          )}
          <TextField
            label="Name"
            value={name}
            onValue={setName}
            pointer="/name"
            problem={problem}
          />
          {!known && (
            <SelectField
              label="It comes"
              value={times.recurs ? 'every' : 'once'}
              onValue={(value) => setTimes({ ...times, recurs: value === 'every' })}
              choices={[
                { value: 'once', text: 'once' },
                { value: 'every', text: 'again and again' },
              ]}
            />
          )}
          {times.recurs ? (
            <RecurringFields times={times} change={setTimes} problem={problem} />
          ) : (
            <OnceFields times={times} change={setTimes} problem={problem} />
          )}
          <TextField
            label="Time zone"
            value={zone}
            onValue={setZone}
            placeholder="Europe/London"
            pointer="/zone"
            problem={problem}
            hint="All times of this form are in this zone. Empty: the zone of the number’s country, if it has only one."
          />
          <AgentField value={agent} onValue={setAgent} problem={problem} />
        </>
      )}
    </Form>
  );
}

interface TimesProps {
  times: CallbackForm;
  change: (times: CallbackForm) => void;
  problem: ApiProblem | undefined;
}

const OnceFields = ({ times, change, problem }: TimesProps) => (
  <>
    <TextField
      label="Time"
      type="datetime-local"
      required
      value={times.at}
      onValue={(at) => change({ ...times, at })}
      pointer="/at"
      problem={problem}
    />
    <TextField
      label="Latest time"
      type="datetime-local"
      value={times.notAfter}
      onValue={(notAfter) => change({ ...times, notAfter })}
      pointer="/not_after"
      problem={problem}
      hint="Empty: the end of the day."
    />
  </>
);

function RecurringFields({ times, change, problem }: TimesProps) {
  const toggle = (day: (typeof WEEKDAYS)[number]['value'], isOn: boolean) =>
    change({
      ...times,
      weekdays: isOn ? [...times.weekdays, day] : times.weekdays.filter((each) => each !== day),
    });
  return (
    <>
      <TextField
        label="Time of day"
        type="time"
        required
        value={times.clock}
        onValue={(clock) => change({ ...times, clock })}
        pointer="/every/at"
        problem={problem}
      />
      <TextField
        label="Latest time of day"
        type="time"
        value={times.clockEnd}
        onValue={(clockEnd) => change({ ...times, clockEnd })}
        pointer="/every/not_after"
        problem={problem}
        hint="Empty: the end of the day."
      />
      <fieldset class="weekdays">
        <legend>Days of the week</legend>
        {WEEKDAYS.map(({ value, text }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={times.weekdays.includes(value)}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
            />{' '}
            {text}
          </label>
        ))}
      </fieldset>
      <TextField
        label="Days of the month"
        value={times.daysOfMonth}
        onValue={(daysOfMonth) => change({ ...times, daysOfMonth })}
        placeholder="1, 15"
        pointer="/every/days_of_month"
        problem={problem}
        hint="Instead of days of the week. Neither: every day."
      />
      <TextField
        label="Last date"
        type="date"
        value={times.until}
        onValue={(until) => change({ ...times, until })}
        pointer="/every/until"
        problem={problem}
      />
      <TextField
        label="Number of turns"
        type="number"
        min="1"
        value={times.count}
        onValue={(count) => change({ ...times, count })}
        pointer="/every/count"
        problem={problem}
      />
    </>
  );
}

function AgentField({
  value,
  onValue,
  problem,
}: {
  value: string;
  onValue: (value: string) => void;
  problem: ApiProblem | undefined;
}) {
  const { data } = useQuery('/v1/agents', {}, { pollMs: null });
  const agents = (data?.data ?? []).map(({ id, name }) => ({ value: id, text: name }));
  return (
    <SelectField
      label="Agent who is asked first"
      value={value}
      onValue={onValue}
      pointer="/agent_id"
      problem={problem}
      choices={[{ value: '', text: 'Any agent' }, ...agents]}
    />
  );
}
