/** Fields that choose an agent, a pool, a campaign or an outcome. */
import { byName } from '../../format/names.ts';
import { useQuery } from '../../api/query.ts';
import { namedChoices, withChosen } from '../../format/choices.ts';
import { SelectField, type ValueProps } from './field.tsx';

interface ChosenProps extends Omit<ValueProps, 'label'> {
  label?: string;
  /** What an empty choice means. */
  none?: string;
}

export function AgentField({
  label = 'Agent',
  none = 'All',
  except,
  ...field
}: ChosenProps & {
  /** The id of an agent who cannot be chosen. */
  except?: string;
}) {
  const { data } = useQuery('/v1/agents', {}, { pollMs: null });
  const agents = namedChoices(byName(data?.data ?? [])).filter(({ value }) => value !== except);
  return (
    <SelectField
      {...field}
      label={label}
      choices={[{ value: '', text: none }, ...withChosen(agents, field.value)]}
    />
  );
}

/** The newest 200 can be chosen. An older one that is chosen by an address is shown with its id. */
export function CampaignField({ label = 'Campaign', none = 'All', ...field }: ChosenProps) {
  const query = { order: 'desc', limit: 200 } as const;
  const { data } = useQuery('/v1/campaigns', { query }, { pollMs: null });
  const campaigns = namedChoices(data?.data ?? []);
  return (
    <SelectField
      {...field}
      label={label}
      choices={[{ value: '', text: none }, ...withChosen(campaigns, field.value)]}
    />
  );
}

export function OutcomeField({ label = 'Outcome', none = 'All', ...field }: ChosenProps) {
  const { data } = useQuery('/v1/outcome-codes', {}, { pollMs: null });
  const codes = (data?.data ?? []).map(({ id, label: text }) => ({ value: id, text }));
  return (
    <SelectField
      {...field}
      label={label}
      choices={[{ value: '', text: none }, ...withChosen(codes, field.value)]}
    />
  );
}

/** The pools that agents are in. */
export function usePools(): string[] {
  const { data } = useQuery('/v1/agents', {}, { pollMs: null });
  return [...new Set((data?.data ?? []).flatMap(({ pools }) => pools))].toSorted();
}
