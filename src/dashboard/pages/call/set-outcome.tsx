/** An operator says what a call led to, or changes what somebody has said. */
import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas, type Tagged } from '../../api/api.ts';
import { asProblem, type ApiProblem } from '../../api/problem.ts';
import { useQuery } from '../../api/query.ts';
import { Loading, ProblemNote } from '../../components/feedback.tsx';
import { LongTextField, SelectField, TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { withChosen } from '../../format/choices.ts';
import { instantOfLocal, localOfInstant } from '../../format/time/local-time.ts';
import { outcomeNotice } from '../../format/words.ts';

type Call = Schemas['CallDetail'];
/** @property at when the person is called back */
type Said = Tagged<Schemas['Outcome']> & { at: string | null };

/** Nothing can have been said in a call that the carrier has not accepted. */
export const SetOutcome = ({ call }: { call: Call }) =>
  call.carrier_call_id === null ? null : (
    <DialogButton
      label={call.outcome === null ? 'Set the outcome' : 'Change the outcome'}
      title={`Outcome of call ${call.ref}`}
    >
      <ReadFirst call={call} />
    </DialogButton>
  );

/** Who changes an outcome must have seen it: another one that is set meanwhile is not overwritten. */
function ReadFirst({ call: { ref, outcome } }: { call: Call }) {
  const [said, setSaid] = useState<Said>();
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    if (outcome === null) return;
    readSaid(ref).then(setSaid, (error: unknown) => setProblem(asProblem(error)));
  }, []);
  if (problem) return <ProblemNote problem={problem} />;
  if (outcome !== null && !said) return <Loading what="the outcome" />;
  return <OutcomeForm callRef={ref} said={said} />;
}

async function readSaid(ref: string): Promise<Said> {
  const said = await api.tagged('/v1/calls/{ref}/outcome', { path: { ref } });
  const callbackId = said.value.callback_id;
  if (callbackId === null) return { ...said, at: null };
  const { at } = await api.get('/v1/callbacks/{callbackId}', { path: { callbackId } });
  return { ...said, at };
}

function OutcomeForm({ callRef, said }: { callRef: string; said: Said | undefined }) {
  const { data } = useQuery('/v1/outcome-codes', {}, { pollMs: null });
  const codes = (data?.data ?? []).filter(({ deleted_at: deletedAt }) => deletedAt === null);
  const choices = codes.map(({ id, label }) => ({ value: id, text: label }));
  const { code = '', note = '' } = said?.value ?? {};
  const first = { code, note: note ?? '', at: localOfInstant(said?.at) };
  const { draft, field } = useDraft(first);
  const chosen = codes.find(({ id }) => id === draft.code);
  const isCallback = chosen?.next === 'callback';
  const save = async () => {
    const { code, note, at } = draft;
    const callback = isCallback && { callback: { at: instantOfLocal(at) ?? at } };
    const request = { path: { ref: callRef }, body: { code, note, ...callback } };
    const set = await (said
      ? api.replace('/v1/calls/{ref}/outcome', request, said.etag)
      : api.put('/v1/calls/{ref}/outcome', request));
    return outcomeNotice(set, chosen?.label ?? code);
  };
  if (data && codes.length === 0) {
    return (
      <p>
        There are no outcomes to choose from. <a href="/outcomes">Create them</a> first.
      </p>
    );
  }
  return (
    <Form send="Save" run={save}>
      <SelectField
        {...field('code')}
        label="Outcome"
        choices={[{ value: '', text: 'Choose' }, ...withChosen(choices, draft.code)]}
      />
      {isCallback && (
        <TextField
          {...field('at', '/callback/at')}
          label="Call back"
          type="datetime-local"
          required
          hint="In your zone."
        />
      )}
      <LongTextField {...field('note')} label="Note" rows={2} />
    </Form>
  );
}
