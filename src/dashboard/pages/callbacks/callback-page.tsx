/** One callback with its turns. */
import type { Schemas } from '../../api/api.ts';
import { useList, useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import { Badge } from '../../components/resources/badge.tsx';
import { AgentLink, CallLink, NumberLink } from '../../components/resources/links.tsx';
import { Fact } from '../../components/facts.tsx';
import { Page, Section } from '../../components/page.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { sentence, TURN_STATES, wordOf } from '../../format/words.ts';
import type { PageParameters } from '../../path-pattern.ts';
import { comesAt } from './calendar-days.ts';
import { CallbackActions } from './callback-actions.tsx';
import { recurrenceText } from '../../components/callbacks/callback-form.ts';
import { CallbackState } from './callback-state.tsx';

type Turn = Schemas['CallbackTurn'];

const COLUMNS: readonly Column<Turn>[] = [
  { name: 'Turn', numeric: true, cell: ({ turn }) => turn },
  { name: 'Planned', cell: ({ at }) => <Time at={at} /> },
  { name: 'Until', cell: ({ not_after: end }) => <Time at={end} /> },
  { name: 'State', cell: ({ state }) => <Badge {...wordOf(TURN_STATES, state)} /> },
  {
    name: 'What happened',
    cell: ({ disposition, reason, text }) => text ?? sentence(disposition ?? reason ?? ''),
  },
  { name: 'Call', cell: ({ ref }) => <CallLink call={ref} /> },
];

export function CallbackPage({ at: { id = '' } }: { at: PageParameters }) {
  const path = { callbackId: id };
  const on = ['call.*', 'contact.*'] as const;
  const callback = useQuery('/v1/callbacks/{callbackId}', { path }, { on });
  const turns = useList('/v1/callbacks/{callbackId}/turns', { path, query: { limit: 50 } }, { on });
  const { data } = callback;
  return (
    <Page
      title={data ? `Callback ${data.name ?? data.number}` : 'Callback'}
      up={{ href: '/callbacks', name: 'Callbacks' }}
      reread={() => Promise.all([callback.reload(), turns.reload()])}
      actions={data && <CallbackActions callback={data} />}
    >
      <Loaded query={callback} what="the callback">
        {(read) => <Facts callback={read} />}
      </Loaded>
      <Section title="Turns">
        <ListTable
          list={turns}
          what="the turns"
          caption="Turns"
          columns={COLUMNS}
          keyOf={({ turn }) => turn}
          empty={<p class="quiet">It has not come yet.</p>}
        />
      </Section>
    </Page>
  );
}

function Facts({ callback }: { callback: Schemas['Callback'] }) {
  const { number, every, zone, agent_id: agent, pool, call_ref: call } = callback;
  const at = comesAt(callback);
  return (
    <dl class="facts">
      <Fact name="State">
        <CallbackState callback={callback} />
      </Fact>
      <Fact name="Number">
        <NumberLink number={number} />
      </Fact>
      <Fact name={every ? 'Next turn' : 'Time'}>
        {at ? <Time at={at} zone={zone} /> : 'None is left, or it is paused.'}
        {every && (
          <span class="under">
            {recurrenceText(every)}, {zone}
          </span>
        )}
      </Fact>
      <Fact name="Agent">
        {agent ? <AgentLink id={agent} /> : 'Any agent'}
        {pool && ` of the pool ${pool}`}
      </Fact>
      {call && (
        <Fact name="Asked for in">
          <CallLink call={call} />
        </Fact>
      )}
    </dl>
  );
}
