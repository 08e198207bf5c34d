/** Search from everywhere: a number, a row key, the id of a call, an agent or a campaign, or a campaign's name. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Schemas } from '../api/api.ts';
import { useList } from '../api/query.ts';
import { CampaignStateBadge } from '../components/resources/badge.tsx';
import { Dialog } from '../components/forms/dialog.tsx';
import { TextField } from '../components/forms/field.tsx';
import { navigate } from '../router.ts';
import { targetsOf, type Target } from './search-targets.ts';

export const searching = signal(false);
const close = () => (searching.value = false);

export function Search() {
  return searching.value ? <SearchDialog /> : null;
}

function SearchDialog() {
  const [text, setText] = useState('');
  const named = useCampaignsNamed(text.trim());
  const targets: Target[] = [
    ...targetsOf(text),
    ...named.map(({ id, name }) => ({ href: `/campaigns/${id}`, text: name })),
  ];
  const open = (href: string) => {
    close();
    navigate(href);
  };
  return (
    <Dialog title="Search" onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (targets[0]) open(targets[0].href);
        }}
      >
        <TextField
          label="A number, a row key, a call or a campaign"
          value={text}
          onValue={setText}
          autoComplete="off"
          hint="Enter opens the first."
        />
      </form>
      <ul class="targets">
        {targets.map(({ href, text }) => (
          <li key={href}>
            <a
              href={href}
              onClick={(event) => {
                event.preventDefault();
                open(href);
              }}
            >
              {text}
            </a>{' '}
            {named
              .filter(({ id }) => href === `/campaigns/${id}`)
              .map(({ id, state }) => (
                <CampaignStateBadge key={id} state={state} />
              ))}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const MOST = 8;
/** So that not every key that is pressed is a search. */
const TYPED_MS = 150;

/** The newest campaigns with this in their name. Without a text: the newest ones. */
function useCampaignsNamed(text: string): readonly Schemas['ListedCampaign'][] {
  const [name, setName] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setName(text), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = { order: 'desc', limit: MOST, ...(name && { name: name.slice(0, 200) }) } as const;
  return useList('/v1/campaigns', { query }, { pollMs: null }).items;
}
