import { api, type Schemas } from '../../api/api.ts';
import { may } from '../../api/session.ts';
import { TextField } from '../../components/forms/field.tsx';
import { Fact } from '../../components/facts.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { Section } from '../../components/page.tsx';
import { count } from '../../format/numbers.ts';

interface LimitsProps {
  account: Schemas['Account'];
}

/** The limits over all campaigns. Each campaign may have lower ones. */
export function Limits({ account }: LimitsProps) {
  const { calls_per_second: rate, max_live_calls: live, pause_after_unknown: unknown } = account;
  return (
    <Section
      title="Limits of all campaigns together"
      aside={
        <DialogButton label="Change the limits">
          <LimitsForm account={account} />
        </DialogButton>
      }
    >
      <dl class="facts card">
        <Fact name="Most calls a second">{limitText(rate)}</Fact>
        <Fact name="Most live calls">{limitText(live)}</Fact>
        <Fact name="Unknown placements in a row that pause a campaign">{limitText(unknown)}</Fact>
      </dl>
      {!may('operate') && <p class="quiet">A key with the role operate may change them.</p>}
    </Section>
  );
}

const limitText = (limit: number | null) => (limit === null ? 'No limit' : count(limit));
const textOf = (limit: number | null) => (limit === null ? '' : String(limit));
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text));

function LimitsForm({ account }: LimitsProps) {
  const { draft, field } = useDraft({
    calls_per_second: textOf(account.calls_per_second),
    max_live_calls: textOf(account.max_live_calls),
    pause_after_unknown: textOf(account.pause_after_unknown),
  });
  const save = async () => {
    const body = {
      calls_per_second: limitOf(draft.calls_per_second),
      max_live_calls: limitOf(draft.max_live_calls),
      pause_after_unknown: limitOf(draft.pause_after_unknown),
    };
    await api.edit('/v1/account', {}, () => body);
    return 'The limits are changed.';
  };
  return (
    <Form send="Change the limits" run={save}>
      <p>They hold for the next call on. Live calls go on, also beyond a lower limit.</p>
      <TextField
        {...field('calls_per_second')}
        label="Most calls a second"
        type="number"
        step="any"
        min="0"
        hint="Empty: no limit."
      />
      <TextField
        {...field('max_live_calls')}
        label="Most live calls"
        type="number"
        min="1"
        hint="Empty: no limit."
      />
      <TextField
        {...field('pause_after_unknown')}
        label="Unknown placements in a row that pause a campaign"
        type="number"
        min="1"
        hint="The carrier did not say what became of them. Empty: no limit."
      />
    </Form>
  );
}
