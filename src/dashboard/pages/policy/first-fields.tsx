/** What a campaign needs: a name, a list, hours, agents and a budget. */
import { useQuery } from '../../api/query.ts';
import { installation } from '../../api/session.ts';
import { FileField } from '../../components/forms/file-field.tsx';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { usePools } from '../../components/forms/resource-fields.tsx';
import { bytes, counted } from '../../format/numbers.ts';
import { isolated } from '../../format/names.ts';
import { withChosen, type Choice } from '../../format/choices.ts';
import type { HoursChoice } from './hours-choice.ts';
import type { PolicyDraft } from './policy-draft.ts';

const NAME = '/name';
const POOL = '/agents/pool';
const BUDGET = '/budget';
const TOTAL = '/budget/total';
/** The rule as a whole applies as long as it has one of the two. */
const PER_DAY = '/budget/per_day';

const RESERVE = '/budget/reserve_per_call';

export const FIRST_FIELDS: ReadonlySet<string> = new Set([NAME, POOL, TOTAL, RESERVE]);

interface FirstFieldsProps {
  draft: PolicyDraft;
  change: (draft: PolicyDraft) => void;
  hours: HoursChoice;
  setHours: (hours: HoursChoice) => void;
  file: File | undefined;
  setFile: (file: File) => void;
}

export function FirstFields({ draft, change, hours, setHours, file, setFile }: FirstFieldsProps) {
  const set = (texts: Record<string, string>) =>
    change({ ...draft, texts: { ...draft.texts, ...texts } });
  return (
    <div class="card first-fields">
      <TextField
        label="Name"
        pointer={NAME}
        required
        placeholder="Autumn survey"
        value={draft.texts[NAME] ?? ''}
        onValue={(name) => set({ [NAME]: name })}
      />
      <FileField
        label={file ? 'Another list' : 'List of contacts: drop it here, or choose a file'}
        hint={
          file
            ? `${isolated(file.name)}, ${bytes(file.size)}. It is checked in the next step.`
            : 'CSV or Excel. It can also be added later.'
        }
        onFile={setFile}
      />
      <HoursField value={hours} onValue={setHours} />
      <AgentsField value={draft.texts[POOL] ?? ''} onValue={(pool) => set({ [POOL]: pool })} />
      <BudgetFields draft={draft} set={set} />
    </div>
  );
}

const OWN_HOURS: readonly Choice[] = [
  { value: 'office', text: 'Monday to Friday, 9 to 17' },
  { value: 'always', text: 'At any time' },
  { value: 'own', text: 'As set under “Calling window”' },
];

/** By the clocks where the contact is. Presets of public holidays say nothing of hours. */
function HoursField({
  value,
  onValue,
}: {
  value: HoursChoice;
  onValue: (hours: HoursChoice) => void;
}) {
  const presets = useQuery('/v1/rule-presets', {}, { pollMs: null }).data?.data ?? [];
  const ofAreas = presets
    .filter(({ calling_hours: hours, in_force: inForce }) => inForce && (hours?.length ?? 0) > 0)
    .map(({ id, area, title }) => ({ value: `preset ${id}`, text: `${area}: ${title}` }));
  return (
    <SelectField
      label="Hours"
      hint="By the clocks where the contact is."
      value={value}
      onValue={(chosen) => onValue(chosen as HoursChoice)}
      choices={[...OWN_HOURS, ...ofAreas]}
    />
  );
}

function AgentsField({ value, onValue }: { value: string; onValue: (pool: string) => void }) {
  const agents = useQuery('/v1/agents', {}, { on: ['agent.*'] }).data?.data;
  const pools = usePools().map((pool) => ({ value: pool, text: pool }));
  const those = agents?.filter(({ pools: of }) => value === '' || of.includes(value));
  return (
    <SelectField
      label="Agents"
      pointer={POOL}
      hint={
        those?.length === 0 ? (
          <>
            There are none: <a href="/agents">add agents</a> before the start.
          </>
        ) : (
          those && `${counted(those.length, 'agent')}.`
        )
      }
      value={value}
      onValue={onValue}
      choices={[{ value: '', text: 'All agents' }, ...withChosen(pools, value)]}
    />
  );
}

interface BudgetProps {
  draft: PolicyDraft;
  set: (texts: Record<string, string>) => void;
}

function BudgetFields({ draft: { texts }, set }: BudgetProps) {
  const { currency } = installation.value ?? {};
  const unit = currency ? ` (${currency})` : '';
  return (
    <>
      <TextField
        label={`Budget${unit}`}
        pointer={TOTAL}
        inputMode="decimal"
        placeholder="no limit"
        hint="No call leaves that could exceed it."
        value={texts[TOTAL] ?? ''}
        onValue={(total) => set({ [TOTAL]: total, [BUDGET]: total || texts[PER_DAY] ? 'on' : '' })}
      />
      {texts[BUDGET] === 'on' && (
        <TextField
          label={`A call costs at most${unit}`}
          pointer={RESERVE}
          inputMode="decimal"
          required
          hint="It is set aside for each live call until its bill comes."
          value={texts[RESERVE] ?? ''}
          onValue={(reserve) => set({ [RESERVE]: reserve })}
        />
      )}
    </>
  );
}
