/** Erasures of persons, with their progress. */
import { allowedNumber } from '../../format/allowed-number.ts';
import { api, type Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Badge } from '../../components/resources/badge.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { NotForRole, Page } from '../../components/page.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { kindsText } from '../../format/erasure-kinds.ts';
import { sentence } from '../../format/words.ts';

type Erasure = Schemas['Erasure'];

export const PrivacyPage = () =>
  may('admin') ? (
    <Erasures />
  ) : (
    <NotForRole title="Erasures" what="Erasures are for the role admin." />
  );

function Erasures() {
  const list = useList('/v1/privacy/erasures', { query: { limit: 50 } });
  return (
    <Page
      title="Erasures"
      intro="An erasure removes names, numbers, row keys and recordings of a person for good. The list has no numbers, because they are erased."
      actions={
        <>
          <a class="button" href="/people">
            Find a person to erase
          </a>
          <DialogButton label="Allow a number again" needs="admin">
            <AllowNumber />
          </DialogButton>
        </>
      }
    >
      <ListTable
        list={list}
        what="the erasures"
        caption="Erasures, newest first"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty="Nobody was erased."
        next={
          <>
            <a href="/people">Search the person</a>, then choose “Erase”.
          </>
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Erasure>[] = [
  { name: 'Requested', cell: ({ asked_at: at }) => <Time at={at} /> },
  { name: 'Erasure', cell: ({ id }) => <code>{id}</code> },
  { name: 'State', cell: (erasure) => <State erasure={erasure} /> },
  { name: 'Erased', cell: ({ erased }) => kindsText(erased) },
  { name: 'Ended', cell: ({ ended_at: at }) => (at ? <Time at={at} /> : '–') },
];

function State({ erasure }: { erasure: Erasure }) {
  const { id, state, step, steps, steps_done: done, waiting_for: waits } = erasure;
  if (state === 'done') return <Badge tone="good" text="Done" />;
  return (
    <>
      <Badge tone={waits ? 'warn' : 'busy'} text={waits ? 'Waits' : 'Under way'} />{' '}
      <progress max={steps} value={done} aria-label={`Progress of the erasure ${id}`} />
      <span class="quiet">{waits ?? `${sentence(step)}, step ${done + 1} of ${steps}`}</span>
    </>
  );
}

/** For somebody who was erased and asks for calls. */
function AllowNumber() {
  const { draft, field } = useDraft({ number: '' });
  const allow = async () => {
    const body = { number: draft.number.trim() };
    return allowedNumber(body.number, await api.post('/v1/privacy/allow', { body }));
  };
  return (
    <Form send="Allow" run={allow}>
      <p>
        Only if the person asks for calls. Campaigns may dial the number again, after another
        import. Caps count the calls from now on, because those before were erased.
      </p>
      <TextField {...field('number')} label="Number" placeholder="+12025550101" required />
    </Form>
  );
}
