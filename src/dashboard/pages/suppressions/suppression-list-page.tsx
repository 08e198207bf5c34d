/** The numbers of one suppression list. */
import { ListState, ReadOnce } from '../../components/lists/table.tsx';
import { useContext, useEffect, useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { useList, useQuery } from '../../api/query.ts';
import { AllowOnList } from '../../components/resources/allow-on-list.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { Reread } from '../../components/forms/form-context.ts';
import { FilterForm } from '../../components/forms/filter-form.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { UntilField } from '../../components/forms/until-field.tsx';
import { LongList } from '../../components/lists/virtual-list.tsx';
import { instantOfLocal } from '../../format/time/local-time.ts';
import { count } from '../../format/numbers.ts';
import { address, setQuery } from '../../router.ts';
import type { PageParameters } from '../../path-pattern.ts';
import { UploadNumbers } from './upload-numbers.tsx';
import { isolated } from '../../format/names.ts';
import { NumberLink } from '../../components/resources/links.tsx';

type Entry = Schemas['Suppression'];
interface ListId {
  id: string;
  name: string;
}

const ROW_PX = 56;
const MOST_ROWS_SHOWN = 10;

export function SuppressionListPage({ at }: { at: PageParameters }) {
  const id = at['listId']!;
  const lists = useQuery('/v1/suppressions', {}, {});
  const entries = useList(
    '/v1/suppressions/{listId}/numbers',
    { path: { listId: id }, query: { limit: 200 } },
    { pollMs: null },
  );
  const list = lists.data?.data.find((each) => each.id === id);
  // A long list is read again only when it has changed.
  useEffect(() => void (list && entries.reload()), [list?.version]);
  const named = { id, name: list?.name ?? id };
  return (
    <Page
      title={named.name}
      up={{ href: '/suppressions', name: 'Suppressions' }}
      reread={() => Promise.all([entries.reload(), lists.reload()])}
      intro={list && `Numbers: ${count(list.numbers)}, with those whose time is over`}
      actions={
        <>
          <DialogButton label="Add a number">
            <AddNumber list={named} />
          </DialogButton>
          <DialogButton label="Upload many">
            <UploadNumbers list={named} />
          </DialogButton>
        </>
      }
    >
      <Find list={named} />
      <Section title="Numbers">
        <ListState list={entries} what="the numbers" />
        <ReadOnce list={entries} />
        <LongList
          list={entries}
          label={`Numbers of ${named.name}`}
          rowPx={ROW_PX}
          heightPx={ROW_PX * Math.min(MOST_ROWS_SHOWN, entries.items.length)}
          keyOf={({ number }) => number}
          renderRow={rowOf({ list: named })}
          empty="The list has no numbers."
          next="Add one, or upload a file with a column named number."
        />
      </Section>
    </Page>
  );
}

interface RowProps {
  list: ListId;
}

const rowOf = (props: RowProps) => (entry: Entry) => <Row entry={entry} {...props} />;

const Row = ({
  entry: { number, until, added_at: added },
  ...row
}: RowProps & { entry: Entry }) => (
  <>
    <span class="wide">
      <NumberLink number={number} />{' '}
      <span class="quiet">
        since <Time at={added} />
        {until && (
          <>
            , until <Time at={until} />
          </>
        )}
      </span>
    </span>
    <AllowOnList number={number} {...row} />
  </>
);

/** Whether one number is on this list. */
function Find(props: RowProps) {
  const wanted = address.value.query.get('number') ?? '';
  const [text, setText] = useState(wanted);
  return (
    <>
      <FilterForm
        role="search"
        aria-label="Numbers of the list"
        filter={() => setQuery({ number: text.trim() })}
      >
        <TextField
          label="Find a number"
          type="search"
          placeholder="+12025550101"
          value={text}
          onValue={setText}
        />
        <button type="submit">Find</button>
      </FilterForm>
      {wanted && <Found key={wanted} number={wanted} {...props} />}
    </>
  );
}

function Found({ number, list }: RowProps & { number: string }) {
  const found = useQuery('/v1/numbers/{number}/suppressions', { path: { number } });
  const reread = useContext(Reread);
  return (
    <Loaded query={found} what={`the number ${number}`}>
      {({ number: e164, data }) => {
        const entry = data.find(({ list_id: id }) => id === list.id);
        return (
          <div class="card" role="status">
            {entry ? (
              <div class="card-head">
                <Reread.Provider value={() => Promise.all([found.reload(), reread?.()])}>
                  <Row entry={{ ...entry, number: e164 }} list={list} />
                </Reread.Provider>
              </div>
            ) : (
              <p>{e164} is not on this list.</p>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

function AddNumber({ list }: RowProps) {
  const { draft, field } = useDraft({ number: '', until: '' });
  const add = async () => {
    const added = await api.put('/v1/suppressions/{listId}/numbers/{number}', {
      path: { listId: list.id, number: draft.number.trim() },
      body: { until: instantOfLocal(draft.until) ?? null },
    });
    return `${added.number} is on ${isolated(list.name)}.`;
  };
  return (
    <Form send="Add" run={add}>
      <p>
        From now on no call leaves to this number in campaigns that use the list. A call that is
        live goes on to its end.
      </p>
      <TextField
        {...field('number', 'number')}
        label="Number"
        placeholder="+12025550101"
        required
      />
      <UntilField {...field('until')} />
    </Form>
  );
}
