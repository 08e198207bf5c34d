/** A form for a JSON object that the carrier gets as it is. */
import { useState } from 'preact/hooks';
import { ApiProblem } from '../../api/problem.ts';
import { Field } from '../../components/forms/field.tsx';
import { Form } from '../../components/forms/form.tsx';
import { objectOf } from './carrier-fields.ts';

interface FieldsFormProps {
  send: string;
  /** What will happen. */
  before: string;
  first?: string;
  /** @returns what happened */
  run: (fields: Record<string, unknown>) => Promise<string>;
  close: () => void;
}

export function FieldsForm({ send, before, first = '{}', run, close }: FieldsFormProps) {
  const [text, setText] = useState(first);
  const submit = () => {
    const found = objectOf(text);
    if ('fault' in found) throw fieldFault('/fields', found.fault);
    return run(found.object);
  };
  return (
    <Form send={send} run={async () => submit()} done={close} cancel={close}>
      {(problem) => (
        <>
          <p>{before}</p>
          <Field
            label="Fields (JSON)"
            pointer="/fields"
            problem={problem}
            hint="In the carrier’s own format, which its document does not show."
          >
            {(ids) => (
              <textarea
                {...ids}
                rows={6}
                spellcheck={false}
                value={text}
                onInput={(event) => setText(event.currentTarget.value)}
              />
            )}
          </Field>
        </>
      )}
    </Form>
  );
}

/** A fault that the page itself finds, as the server would name it. */
export const fieldFault = (pointer: string, detail: string): ApiProblem =>
  new ApiProblem(422, {
    code: 'invalid_request',
    detail: 'Nothing was sent.',
    errors: [{ pointer, detail }],
  });
