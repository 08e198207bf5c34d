/** What agents see while they talk for a campaign: its script, and the page of another program. */
import { api, type Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import { LongTextField, TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { ScriptText } from '../../components/script/script-text.tsx';

export const AgentsScript = ({ id, name }: { id: string; name: string }) => (
  <DialogButton label="Script" title={`What agents see: ${name}`} quiet>
    <ReadScript id={id} />
  </DialogButton>
);

function ReadScript({ id }: { id: string }) {
  const path = { campaignId: id };
  const page = useQuery('/v1/campaigns/{campaignId}/agent-page', { path }, { pollMs: null });
  return (
    <Loaded query={page} what="the script">
      {(known) => <ScriptForm id={id} known={known} />}
    </Loaded>
  );
}

function ScriptForm({ id, known }: { id: string; known: Schemas['CampaignPage'] }) {
  const first = { script: known.script, screen_pop: known.screen_pop ?? '' };
  const { draft, field } = useDraft(first);
  const save = () => {
    const { script, screen_pop: screenPop } = draft;
    const body = { script, screen_pop: screenPop.trim() === '' ? null : screenPop.trim() };
    return api.put('/v1/campaigns/{campaignId}/agent-page', { path: { campaignId: id }, body });
  };
  return (
    <Form send="Save" run={save} happened="Agents see it from their next reading on.">
      <LongTextField
        {...field('script')}
        label="What they say"
        rows={8}
        hint="Markdown: # headings, lists, **bold**, *italics*, [links](https://…)."
      />
      {draft.script.trim() !== '' && (
        <section class="script-preview" aria-label="As agents see it">
          <ScriptText source={draft.script} />
        </section>
      )}
      <TextField
        {...field('screen_pop')}
        label="Page of the person"
        type="url"
        placeholder="https://crm.example/contacts/{row_key}"
        hint="Opened from the agent’s page. It may have {row_key}, {call}, {campaign} and {agent}."
      />
    </Form>
  );
}
