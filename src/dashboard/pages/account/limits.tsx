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

const NONE = 'Empty: no limit.';
const LIMITS = [
  { name: 'calls_per_second', label: 'Most calls a second', min: '0', step: 'any', hint: NONE },
  { name: 'max_live_calls', label: 'Most live calls', min: '1', step: '1', hint: NONE },
  {
    name: 'pause_after_unknown',
    label: 'Unknown placements in a row that pause a campaign',
    min: '1',
    step: '1',
    hint: `The carrier did not say what became of them. ${NONE}`,
  },
] as const;
type Limit = (typeof LIMITS)[number]['name'];

const forEachLimit = <Value,>(of: (name: Limit) => Value) =>
  Object.fromEntries(LIMITS.map(({ name }) => [name, of(name)])) as Record<Limit, Value>;

/** The limits over all campaigns. Each campaign may have lower ones. */
export const Limits = ({ account }: LimitsProps) => (
  <Section
    title="Limits of all campaigns together"
    aside={
      <DialogButton label="Change the limits">
        <LimitsForm account={account} />
      </DialogButton>
    }
  >
    <dl class="facts card">
      {LIMITS.map(({ name, label }) => (
        <Fact key={name} name={label}>
          {account[name] === null ? 'No limit' : count(account[name])}
        </Fact>
      ))}
    </dl>
    {!may('operate') && <p class="quiet">A key with the role operate may change them.</p>}
  </Section>
);

const limitOf = (text: string) => (text.trim() === '' ? null : Number(text));

function LimitsForm({ account }: LimitsProps) {
  const { draft, field } = useDraft(() => forEachLimit((name) => String(account[name] ?? '')));
  const save = () =>
    api.edit('/v1/account', {}, () => forEachLimit((name) => limitOf(draft[name])));
  return (
    <Form send="Change the limits" run={save} happened="The limits are changed.">
      <p>They hold for the next call on. Live calls go on, also beyond a lower limit.</p>
      {LIMITS.map(({ name, ...limit }) => (
        <TextField key={name} {...field(name)} type="number" {...limit} />
      ))}
    </Form>
  );
}
