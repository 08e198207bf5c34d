/** What stops and starts all dialling of the account. */
import { api } from '../../api/api.ts';
import { Action } from '../forms/action.tsx';
import { TextField } from '../forms/field.tsx';
import { DialogButton, Form, useDraft } from '../forms/form.tsx';

export const StopAll = () => (
  <DialogButton label="Stop all calls" title="Stop all calls?" danger>
    <StopForm />
  </DialogButton>
);

function StopForm() {
  const { draft, field } = useDraft({ reason: '' });
  const stop = async () => {
    const reason = draft.reason.trim() || 'Stopped on the dashboard';
    await api.post('/v1/account/stop', { body: { reason } });
    return 'Everything is stopped.';
  };
  return (
    <Form send="Stop all calls" run={stop} leave="Keep as it is">
      <p>
        No new call leaves from now on, in no campaign and for no callback. Calls that are live go
        on to their end. Nothing is lost: what was due stays due until somebody lets the account
        dial again.
      </p>
      <TextField
        {...field('reason')}
        label="Reason"
        hint="Everybody sees it, and the audit keeps it."
      />
    </Form>
  );
}

export const LetDial = () => (
  <Action
    label="Let the account dial"
    run={() => api.post('/v1/account/go')}
    happened="The account may dial."
    before="Contacts that are due are dialled again, within their windows and limits."
  />
);

export const LiftHold = () => (
  <Action
    label="Lift the hold"
    run={() => api.post('/v1/account/hold/lift')}
    happened="The hold is lifted."
    before="Lift it once the reason is gone, for example after the balance was topped up. If the carrier refuses again, the hold comes back with the next call."
  />
);
