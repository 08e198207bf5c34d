/** Deletes a list. If campaigns use it, they are named, and a person decides what becomes of them. */
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { CampaignStateBadge } from '../../components/resources/badge.tsx';
import { SelectField } from '../../components/forms/field.tsx';
import { Refusal } from '../../components/forms/form-context.ts';
import { Form, useDraft } from '../../components/forms/form.tsx';
import { count, counted } from '../../format/numbers.ts';
import { campaignsUsing } from './list-users.ts';
import { isolated } from '../../format/names.ts';

type List = Schemas['SuppressionList'];

interface Props {
  list: List;
  others: readonly List[];
}

/** An id of a list has no space. */
const PAUSE = ' pause';

export function DeleteList({ list, others }: Props) {
  const { draft, field } = useDraft({ instead: '' });
  const { instead } = draft;
  const remove = async () => {
    const removed = await api.delete('/v1/suppressions/{listId}', {
      path: { listId: list.id },
      query: {
        ...(instead === PAUSE && { force: list.id }),
        ...(instead !== '' && instead !== PAUSE && { replace_with: instead }),
      },
    });
    const used = removed.campaigns.length;
    return used === 0
      ? `${isolated(list.name)} is deleted.`
      : `${isolated(list.name)} is deleted; ${counted(used, 'campaign')} changed.`;
  };
  return (
    <Form send="Delete" run={remove} danger>
      <p>
        The list goes with its {counted(list.numbers, 'number')}. They may be called again, unless
        another list has them. If a campaign uses the list, you are asked first.
      </p>
      <Users>
        <SelectField
          {...field('instead')}
          label="These campaigns"
          choices={[
            { value: '', text: 'Nothing is chosen: the list stays' },
            ...others.map(({ id, name }) => ({ value: id, text: `Use ${isolated(name)} instead` })),
            { value: PAUSE, text: 'Are paused' },
          ]}
        />
      </Users>
    </Form>
  );
}

/** The campaigns for which the list was not deleted, and what becomes of them. */
function Users({ children }: { children: ComponentChildren }) {
  const { campaigns, total } = campaignsUsing(useContext(Refusal));
  if (total === 0) return null;
  return (
    <>
      <ul aria-label="Campaigns that use the list">
        {campaigns.map(({ id, name, state }) => (
          <li key={id}>
            <a href={`/campaigns/${id}`}>{name}</a> <CampaignStateBadge state={state} />
          </li>
        ))}
        {total > campaigns.length && <li>and {count(total - campaigns.length)} more</li>}
      </ul>
      {children}
    </>
  );
}
