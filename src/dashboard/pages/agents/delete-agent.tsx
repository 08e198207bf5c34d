/** Deletes an agent, and says what becomes of the contacts and callbacks that are bound to it. */
import { api, type Schemas } from '../../api/api.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { AgentField } from '../../components/forms/resource-fields.tsx';
import { counted } from '../../format/numbers.ts';
import { isolated } from '../../format/names.ts';

type Agent = Pick<Schemas['Agent'], 'id' | 'name'>;

interface Props {
  agent: Agent;
  left: (() => void) | undefined;
}

export const DeleteAgent = (props: Props) => (
  <DialogButton label="Delete" title={`Delete ${props.agent.name}`} quiet>
    <DeleteForm {...props} />
  </DialogButton>
);

const CHOICES = [
  { value: '', text: 'keep the agent if there are any' },
  { value: 'replace', text: 'go to another agent' },
  { value: 'force', text: 'may be taken by any agent of their campaign' },
];

function DeleteForm({ agent, left }: Props) {
  const { id, name } = agent;
  const { draft, field } = useDraft({ choice: '', other: '' });
  const { choice, other } = draft;
  const run = async () => {
    const query =
      choice === 'force' ? { force: id } : choice === 'replace' ? { replace_with: other } : {};
    const deleted = await api.delete('/v1/agents/{agentId}', { path: { agentId: id }, query });
    left?.();
    return deletedText(deleted);
  };
  return (
    <Form send="Delete" run={run}>
      <p>
        {isolated(name)} gets no more calls and leaves every list. Past calls keep the name. The id
        is not given again. An agent with a live call is not deleted: pause it first.
      </p>
      <SelectField
        label="Contacts and callbacks that only this agent may take"
        {...field('choice')}
        choices={CHOICES}
      />
      {choice === 'replace' && (
        <AgentField
          label="The other agent"
          none="Choose an agent"
          except={id}
          {...field('other', 'replace_with')}
        />
      )}
    </Form>
  );
}

function deletedText({
  name,
  contacts,
  callbacks,
  campaigns_without_agents: campaigns,
}: Schemas['DeletedAgent']): string {
  const bound =
    contacts + callbacks.length === 0
      ? ''
      : ` It was the agent of ${counted(contacts, 'contact')} and ${counted(callbacks.length, 'callback')}.`;
  const waiting =
    campaigns.length === 0
      ? ''
      : ` Campaigns that have no agent now: ${campaigns.map(isolated).join(', ')}.`;
  return `${isolated(name)} is deleted.${bound}${waiting}`;
}
