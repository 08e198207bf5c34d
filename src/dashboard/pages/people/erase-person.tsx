/** Erases a person, after a look at what will be erased, and only if the name of the person is typed. */
import { api, type Schemas } from '../../api/api.ts';
import { useOnce } from '../../api/once.ts';
import { ApiProblem } from '../../api/problem.ts';
import { Loaded } from '../../components/feedback.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { count } from '../../format/numbers.ts';
import { navigate } from '../../router.ts';
import { kindsText } from '../../format/erasure-kinds.ts';

type Subject = { number: string } | { row_key: string };

interface Props {
  subject: Subject;
  /** What must be typed. */
  confirm: string;
}

export const ErasePerson = (props: Props) => (
  <DialogButton label="Erase" title={`Erase ${props.confirm}`} needs="admin">
    <Erase {...props} />
  </DialogButton>
);

function Erase({ subject, confirm }: Props) {
  const preview = usePreview(subject);
  const { draft, field } = useDraft({ typed: '' });
  const erase = async () => {
    if (draft.typed.trim() !== confirm) throw notTyped(confirm);
    await api.post('/v1/privacy/erase', { body: subject });
    navigate('/privacy');
    return 'The erasure has begun.';
  };
  return (
    <Loaded query={preview} what="what would be erased">
      {(found) => (
        <Form send="Erase for good" run={erase} danger>
          <Found found={found} />
          <TextField {...field('typed')} label={`Type ${confirm} to confirm`} autoComplete="off" />
        </Form>
      )}
    </Loaded>
  );
}

const notTyped = (confirm: string) =>
  new ApiProblem(422, {
    detail: 'Nothing was erased.',
    errors: [{ pointer: '#/typed', detail: `This is not ${confirm}.` }],
  });

function Found({
  found: { numbers, found, live_calls: live },
}: {
  found: Schemas['ErasurePreview'];
}) {
  return (
    <>
      <p>
        Names, numbers, row keys and recordings are erased for good. Calls, costs and counts stay,
        without the person. Nobody dials the number again.
      </p>
      {numbers > 1 && (
        <p>
          <strong>{count(numbers)} numbers</strong> have this row key; all of them are erased.
        </p>
      )}
      <p>Found: {kindsText(found)}.</p>
      {live.length > 0 && (
        <p class="note warn">
          The erasure waits for the end of {live.length === 1 ? 'the live call' : 'the live calls'}{' '}
          {live.join(', ')}.
        </p>
      )}
    </>
  );
}

/** It changes nothing, but is a POST, because the number must not be in an address. */
const usePreview = (subject: Subject) =>
  useOnce(JSON.stringify(subject), (signal) =>
    api.post('/v1/privacy/erase/preview', { body: subject, signal }),
  );
