/** Who changed what, newest first. */
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { FilterForm } from '../../components/forms/filter-form.tsx';
import { Folded } from '../../components/forms/folded.tsx';
import { Page } from '../../components/page.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { instantOfLocal, localOfInstant } from '../../format/time/local-time.ts';
import { isolated } from '../../format/names.ts';
import { sentence } from '../../format/words.ts';
import { address, inAddress, setQuery } from '../../router.ts';
import { ChangeDetails } from './change-details.tsx';
import { CHANGES, type Change } from './changes.ts';
import { addressOfTarget, kindOf } from './target-address.ts';
import { textChoices } from '../../format/choices.ts';

const COLUMNS: readonly Column<Schemas['AuditEntry']>[] = [
  { name: 'When', cell: ({ at }) => <Time at={at} /> },
  { name: 'Who', cell: ({ who }) => <a href={`/audit?who=${encodeURIComponent(who)}`}>{who}</a> },
  // A server that is newer than this page may know other changes.
  {
    name: 'What',
    cell: (entry) => (
      <ChangeDetails entry={entry} what={CHANGES[entry.what] ?? sentence(entry.what)} />
    ),
  },
  { name: 'Where', cell: (entry) => <Target of={entry} /> },
];

/** By its name, with its path for whoever points at it. */
function Target({ of: { target, target_name: name } }: { of: Schemas['AuditEntry'] }) {
  const to = addressOfTarget(target);
  const text = name === null ? kindOf(target) : isolated(name);
  return to ? (
    <a href={to} title={target}>
      {text}
    </a>
  ) : (
    <span title={target}>{text}</span>
  );
}

/** The filters, as they are in the address. */
function chosen() {
  const { query } = address.value;
  const what = query.get('what') ?? '';
  return {
    who: query.get('who') ?? undefined,
    what: Object.hasOwn(CHANGES, what) ? (what as Change) : undefined,
    target: query.get('target') ?? undefined,
    before: query.get('before') ?? undefined,
  };
}

export function AuditPage() {
  const filters = chosen();
  const list = useList('/v1/audit', { query: { limit: 50, ...filters } });
  const filtered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Page title="Audit">
      <Folded name="Filters" open={filtered}>
        <Filters key={`${filters.who} ${filters.target}`} filters={filters} />
      </Folded>
      <ListTable
        list={list}
        what="the changes"
        caption="Changes"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={filtered ? 'No change fits these filters.' : 'Nothing was changed yet.'}
        next={
          filtered && (
            <p>
              {' '}
              <a href="/audit">Show all changes</a>{' '}
            </p>
          )
        }
      />
    </Page>
  );
}

function Filters({ filters }: { filters: ReturnType<typeof chosen> }) {
  const [who, setWho] = useState(filters.who ?? '');
  const [target, setTarget] = useState(filters.target ?? '');
  return (
    <FilterForm role="search" aria-label="Changes" filter={() => setQuery({ who, target })}>
      <TextField label="Who" value={who} onValue={setWho} />
      <SelectField
        label="What"
        {...inAddress('what', filters.what ?? '')}
        choices={textChoices({ '': 'All', ...CHANGES })}
      />
      <TextField label="Where" value={target} onValue={setTarget} placeholder="calls/c1.1.1" />
      <TextField
        label="Before"
        type="datetime-local"
        value={localOfInstant(filters.before)}
        onValue={(text) => setQuery({ before: instantOfLocal(text) })}
      />
      <button type="submit">Filter</button>
    </FilterForm>
  );
}
