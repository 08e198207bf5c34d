/** The database was put back from a copy: what became of the calls since, and the release. */
import { api, type Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import { Figure, Figures } from '../../components/figures.tsx';
import { Action } from '../../components/forms/action.tsx';
import { Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { count } from '../../format/numbers.ts';

type Restore = NonNullable<Schemas['Restore']['open']>;

/** Nothing, unless nobody has released it. */
export function RestoredDatabase() {
  const restore = useQuery('/v1/account/restore', {}, { on: ['account.*', 'call.*'] });
  return (
    <Loaded query={restore} what="the state of the database">
      {({ open }) => open && <Found restore={open} />}
    </Loaded>
  );
}

function Found({ restore }: { restore: Restore }) {
  const { text, as_of: asOf, read_at: readAt, calls, unexplained } = restore;
  return (
    <Section title="The database is an old copy" aside={<Release restore={restore} />}>
      <p>{text}.</p>
      <p>
        What people have entered {asOf === null ? 'since it was made' : 'since '}
        {asOf !== null && <Time at={asOf} />} is lost: suppressions, do-not-call requests, callbacks
        and changes. Enter it again before you release the account.
      </p>
      {readAt === null && <p>The calls in Temporal are being read.</p>}
      <Figures>
        <Figure name="Followed" value={count(calls.followed)} detail="forgotten calls" />
        <Figure name="Unknown" value={count(calls.unknown)} detail="locked, for a person" />
        <Figure name="Lost" value={count(calls.lost)} detail="of contacts that are not here" />
        <Figure
          name="Unexplained"
          value={unexplained === null ? '–' : count(unexplained)}
          detail="nobody knows whom they called"
        />
      </Figures>
    </Section>
  );
}

function Release({ restore: { unexplained } }: { restore: Restore }) {
  return (
    <Action
      label="Release the account"
      needs="admin"
      run={() =>
        api.post('/v1/account/restore/release', { body: { unexplained: unexplained || null } })
      }
      happened="The account may dial."
      before={
        unexplained
          ? `Nobody knows whom ${count(unexplained)} placements have called. Those people are called again, unless their numbers, from the carrier’s records, are suppressed first.`
          : 'Contacts that are due are dialled again, within their windows and limits.'
      }
    />
  );
}
