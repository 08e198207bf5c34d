/** The call that rings or talks, with the person's name and history and the script of its campaign. */
import { Empty } from '../../components/feedback.tsx';
import { Fact } from '../../components/facts.tsx';
import { Time } from '../../components/time.tsx';
import { CALL_STATES } from '../../format/words.ts';
import { MEANINGS } from '../../../domain/dispositions/dispositions.ts';
import { isolated } from '../../format/names.ts';
import { ScreenPop } from './screen-pop.tsx';
import { ScriptText } from '../../components/script/script-text.tsx';
import type { OwnPage } from './use-own-page.ts';

type OwnCall = NonNullable<OwnPage['call']>;

export function CallOfAgent({ call, hangUp }: { call: OwnPage['call']; hangUp: () => void }) {
  if (!call) return <Empty title="No call yet.">It is shown here as soon as it rings.</Empty>;
  return (
    <div class="own-call" data-ref={call.ref} data-live={String(call.live)}>
      <p class="own-person">
        <strong>{call.name === null ? call.number : isolated(call.name)}</strong>{' '}
        <span class="quiet">
          {call.number}
          {call.number_label !== null && ` (${call.number_label})`}
        </span>
      </p>
      <dl class="facts">
        <Fact name="State">{stateText(call)}</Fact>
        <Fact name="Campaign">{call.campaign.name}</Fact>
        {call.company !== null && <Fact name="Company">{isolated(call.company)}</Fact>}
        {call.language !== null && <Fact name="Language">{isolated(call.language)}</Fact>}
        {call.row_key !== null && <Fact name="Row key">{call.row_key}</Fact>}
        {Object.entries(call.data ?? {}).map(([name, value]) => (
          <Fact key={name} name={isolated(name)}>
            {isolated(String(value ?? '–'))}
          </Fact>
        ))}
        {call.placed_at !== null && (
          <Fact name="Placed">
            <Time at={call.placed_at} />
          </Fact>
        )}
      </dl>
      <div class="actions">
        {call.live && (
          <button type="button" class="danger" onClick={hangUp}>
            Hang up <kbd>h h</kbd>
          </button>
        )}
        {call.screen_pop !== null && (
          <ScreenPop callRef={call.ref} live={call.live} address={call.screen_pop} />
        )}
      </div>
      {call.script !== '' && <ScriptText source={call.script} />}
      <History call={call} />
    </div>
  );
}

function stateText({ live, state, disposition }: OwnCall): string {
  if (live) return CALL_STATES[state as keyof typeof CALL_STATES].text;
  return disposition === null ? 'Ended' : MEANINGS[disposition].text;
}

function History({ call: { history } }: { call: OwnCall }) {
  if (history.length === 0) return <p class="quiet">No earlier calls to this number.</p>;
  return (
    <>
      <h3>Earlier calls</h3>
      <ul class="own-history">
        {history.map((past) => (
          <li key={past.at}>
            <Time at={past.at} />: {past.outcome ?? past.disposition ?? 'no end yet'}
            {past.note !== null && ` — ${past.note}`}
          </li>
        ))}
      </ul>
    </>
  );
}
