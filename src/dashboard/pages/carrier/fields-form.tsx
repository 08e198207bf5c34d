/** A form for a JSON object that the carrier gets as it is. */
import { ApiProblem } from '../../api/problem.ts';
import { LongTextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { objectOf } from './carrier-fields.ts';

interface FieldsFormProps {
  send: string;
  /** What will happen. */
  before: string;
  first?: string;
  /** @returns what happened */
  run: (fields: Record<string, unknown>) => Promise<string>;
}

interface FieldsDialogProps extends FieldsFormProps {
  label: string;
  title?: string;
  quiet?: boolean;
}

export const FieldsDialog = ({
  label,
  title = label,
  quiet = false,
  ...form
}: FieldsDialogProps) => (
  <DialogButton label={label} title={title} needs="admin" quiet={quiet}>
    <FieldsForm {...form} />
  </DialogButton>
);

function FieldsForm({ send, before, first = '{}', run }: FieldsFormProps) {
  const { draft, field } = useDraft({ fields: first });
  const submit = async () => {
    const found = objectOf(draft.fields);
    if ('fault' in found) throw fieldFault('/fields', found.fault);
    return run(found.object);
  };
  return (
    <Form send={send} run={submit}>
      <p>{before}</p>
      <LongTextField
        {...field('fields')}
        label="Fields (JSON)"
        hint="In the carrier’s own format, which its document does not show."
        rows={6}
        spellcheck={false}
      />
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
