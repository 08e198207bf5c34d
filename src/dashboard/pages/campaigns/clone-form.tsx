/** A new draft with the rules of a campaign, with all of its contacts, none, or those that were not reached. */
import { api } from '../../api/api.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { Form, useDraft } from '../../components/forms/form.tsx';
import { ContactSelectionFields, NOBODY_CHOSEN, selectionOf } from './contact-selection.tsx';
import { navigate } from '../../router.ts';
import { textChoices } from '../../format/choices.ts';

const CONTACTS = {
  none: 'None: only the rules',
  all: 'All contacts',
  'not-reached': 'Those who were not reached',
  refused: 'Those whom the carrier refused',
  'not-reached-or-refused': 'Those who were not reached or refused',
} as const;

export function CloneForm({ campaign: { id, name } }: { campaign: { id: string; name: string } }) {
  const { draft, field } = useDraft({
    name: `${name}, again`,
    contacts: 'not-reached' as keyof typeof CONTACTS,
    ...NOBODY_CHOSEN,
  });
  const run = async () => {
    const path = { campaignId: id };
    const { name: newName, contacts, ...chosen } = draft;
    const where = contacts === 'none' ? null : selectionOf(chosen);
    const body = { name: newName, contacts, where };
    const clone = await api.post('/v1/campaigns/{campaignId}/clone', { path, body });
    navigate(`/campaigns/${clone.id}`);
    return 'The clone is a draft. Nothing is dialled before its start.';
  };
  return (
    <Form send="Clone" run={run}>
      <p>
        A new draft gets the same rules, without a scheduled start or a deadline that has passed.
        Caps for a number and suppression lists count over all campaigns, so a clone does not bypass
        them.
      </p>
      <TextField {...field('name')} label="Name" required />
      <SelectField
        {...field('contacts')}
        label="Contacts"
        choices={textChoices(CONTACTS)}
        hint="They keep row key, name, zones and agent, and are due at once. A long list is copied in the background."
      />
      {draft.contacts !== 'none' && <ContactSelectionFields field={field} />}
    </Form>
  );
}
