/** Calls a number at once, with the agent who is signed in. */
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { TextField } from '../../components/forms/field.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Section } from '../../components/page.tsx';

export function CallNow({ reload }: { reload: () => Promise<void> }) {
  const [number, setNumber] = useState('');
  const call = async () => {
    await api.post('/v1/agent/calls', { body: { number } });
    setNumber('');
    await reload();
    return 'Your phone rings first.';
  };
  return (
    <Section title="Call a number">
      <div id="call-now">
        <Form send="Call" run={call} stays>
          <TextField
            label="Number (k)"
            value={number}
            onValue={setNumber}
            pointer="/number"
            required
            autoComplete="off"
            hint="With + and its country code."
          />
        </Form>
      </div>
    </Section>
  );
}
