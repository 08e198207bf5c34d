import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { may } from '../../api/session.ts';
import { TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form } from '../../components/forms/form.tsx';
import { Section } from '../../components/page.tsx';
import { count } from '../../format/numbers.ts';

interface LimitsProps {
  account: Schemas['Account'];
  done: () => Promise<void>;
}

/** The limits over all campaigns. Each campaign may have lower ones. */
export function Limits({ account, done }: LimitsProps) {
  const { calls_per_second: rate, max_live_calls: live, pause_after_unknown: unknown } = account;
  return (
    <Section
      title="Limits of all campaigns together"
      aside={
        <DialogButton label="Change the limits">
          {(close) => <LimitsForm account={account} done={done} close={close} />}
        </DialogButton>
      }
    >
      <dl class="facts card">
        <div>
          <dt>Most calls a second</dt>
          <dd>{rate === null ? 'No limit' : count(rate)}</dd>
        </div>
        <div>
          <dt>Most live calls</dt>
          <dd>{live === null ? 'No limit' : count(live)}</dd>
        </div>
        <div>
          <dt>Unknown placements in a row that pause a campaign</dt>
          <dd>{unknown === null ? 'No limit' : count(unknown)}</dd>
        </div>
      </dl>
      {!may('operate') && <p class="quiet">A key with the role operate may change them.</p>}
    </Section>
  );
}

const textOf = (limit: number | null) => (limit === null ? '' : String(limit));
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text));

function LimitsForm({ account, done, close }: LimitsProps & { close: () => void }) {
  const [rate, setRate] = useState(textOf(account.calls_per_second));
  const [live, setLive] = useState(textOf(account.max_live_calls));
  const [unknown, setUnknown] = useState(textOf(account.pause_after_unknown));
  const save = async () => {
    const body = {
      calls_per_second: limitOf(rate),
      max_live_calls: limitOf(live),
      pause_after_unknown: limitOf(unknown),
    };
    await api.edit('/v1/account', {}, () => body);
    await done();
    return 'The limits are changed.';
  };
  return (
    <Form send="Change the limits" run={save} done={close} cancel={close}>
      {(problem) => (
        <>
          <p>They hold for the next call on. Live calls go on, also beyond a lower limit.</p>
          <TextField
            label="Most calls a second"
            type="number"
            step="any"
            min="0"
            pointer="/calls_per_second"
            problem={problem}
            value={rate}
            onValue={setRate}
            hint="Empty: no limit."
          />
          <TextField
            label="Most live calls"
            type="number"
            min="1"
            pointer="/max_live_calls"
            problem={problem}
            value={live}
            onValue={setLive}
            hint="Empty: no limit."
          />
          <TextField
            label="Unknown placements in a row that pause a campaign"
            type="number"
            min="1"
            pointer="/pause_after_unknown"
            problem={problem}
            value={unknown}
            onValue={setUnknown}
            hint="The carrier did not say what became of them. Empty: no limit."
          />
        </>
      )}
    </Form>
  );
}
