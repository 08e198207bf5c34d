/** The page of one agent, for a key of the role `agent`: its call, the person, the outcome, by keyboard alone. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { asProblem, type ApiProblem } from '../../api/problem.ts';
import { signOut } from '../../api/session.ts';
import { Loading, ProblemNote } from '../../components/feedback.tsx';
import { LongTextField } from '../../components/forms/field.tsx';
import { notify } from '../../components/notices.tsx';
import { Page, Section } from '../../components/page.tsx';
import { outcomeNotice } from '../../format/words.ts';
import { CallNow } from './call-now.tsx';
import { CallOfAgent } from './call-of-agent.tsx';
import { OwnDay } from './own-day.tsx';
import {
  CALLBACK_TIMES,
  commandOf,
  isLead,
  PAUSES,
  SECOND_KEY_MS,
  type Command,
  type Lead,
} from './two-keys.ts';
import { codesByKey, useOwnPage, type OwnPage as Shown } from './use-own-page.ts';

export function OwnPage() {
  const { page, problem, reload } = useOwnPage();
  if (!page) {
    return (
      <Page title="Your calls">
        {problem ? <ProblemNote problem={problem} /> : <Loading what="your page" />}
      </Page>
    );
  }
  return (
    <Page title={page.agent.name} reread={reload}>
      {problem && <ProblemNote problem={problem} />}
      <Desk page={page} reload={reload} />
    </Page>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

function Desk({ page, reload }: { page: Shown; reload: () => Promise<void> }) {
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<ApiProblem>();
  const ref = page.call?.ref;
  useLayoutEffect(() => setNote(''), [ref]);
  const change = async (work: () => Promise<string>) => {
    setFault(undefined);
    try {
      notify(await work());
    } catch (error) {
      setFault(asProblem(error));
    }
    await reload();
  };
  const run = (command: Command) => void runCommand(command, { page, note, change });
  const lead = useKeys(run);
  const { plain, callback: callbackCode } = codesByKey(page.codes);
  return (
    <>
      <State page={page} lead={lead} run={run} />
      {fault && <ProblemNote problem={fault} what="Not done." />}
      <div class="desk">
        <Section title={page.call?.live ? 'The call' : 'The last call'}>
          <CallOfAgent call={page.call} hangUp={() => run({ do: 'hang-up' })} />
        </Section>
        {page.call && (
          <Section title="Outcome">
            {page.call.outcome_required && (
              <p class="note warn">Say what the call led to; the next one comes after that.</p>
            )}
            <div id="note-of-call">
              <LongTextField label="Note (n)" value={note} onValue={setNote} rows={2} />
            </div>
            <Choices
              label="Outcome: o, then a digit"
              names={plain.map(({ label }) => label)}
              lead="o"
              chosen={plain.findIndex(({ id }) => id === page.call?.outcome?.code)}
              choose={(index) => run({ do: 'outcome', index })}
            />
            {callbackCode && (
              <Choices
                label="Callback: c, then a digit"
                names={CALLBACK_TIMES.map(({ label }) => label)}
                lead="c"
                chosen={-1}
                choose={(index) => run({ do: 'callback', index })}
              />
            )}
          </Section>
        )}
        <OwnDay page={page} />
        <CallNow reload={reload} />
      </div>
    </>
  );
}

function State({
  page: { agent },
  lead,
  run,
}: {
  page: Shown;
  lead: Lead | undefined;
  run: (command: Command) => void;
}) {
  const { state, since } = agent.activity;
  const texts = {
    ready: 'Ready: the next call may ring',
    ringing: 'A phone rings',
    on_call: 'On a call',
    wrap_up: 'Wrap-up',
    paused: `Paused${agent.paused_reason === null ? '' : `: ${agent.paused_reason}`}`,
  };
  return (
    <Section title="You">
      <p class="own-state" role="status" data-state={state} data-since={since}>
        <strong>{texts[state]}</strong> {lead && <kbd>{lead} …</kbd>}
      </p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => run({ do: 'ready' })}>
          Ready <kbd>r</kbd>
        </button>
        <button type="button" class="quiet-button" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
      <Choices
        label="Pause: p, then a digit"
        names={PAUSES}
        lead="p"
        chosen={PAUSES.findIndex((reason) => state === 'paused' && reason === agent.paused_reason)}
        choose={(index) => run({ do: 'pause', index })}
      />
    </Section>
  );
}

function Choices({
  label,
  names,
  lead,
  chosen,
  choose,
}: {
  label: string;
  names: readonly string[];
  lead: Lead;
  chosen: number;
  choose: (index: number) => void;
}) {
  return (
    <fieldset class="two-keys">
      <legend>{label}</legend>
      {names.slice(0, 9).map((name, index) => (
        <button
          key={name}
          type="button"
          aria-pressed={index === chosen}
          onClick={() => choose(index)}
        >
          {name}{' '}
          <kbd>
            {lead} {index + 1}
          </kbd>
        </button>
      ))}
    </fieldset>
  );
}

/** The first key of two, while it waits for the second. */
function useKeys(run: (command: Command) => void): Lead | undefined {
  const [lead, setLead] = useState<Lead>();
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    let first: Lead | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (key: Lead | undefined) => {
      clearTimeout(timer);
      first = key;
      setLead(key);
      if (key) timer = setTimeout(() => wait(undefined), SECOND_KEY_MS);
    };
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) {
        if (event.key === 'Escape') (event.target as HTMLElement).blur();
        return;
      }
      const command = commandOf(first, event.key);
      wait(first === undefined && isLead(event.key) ? event.key : undefined);
      if (!command) return;
      event.preventDefault();
      latest.current(command);
    };
    addEventListener('keydown', press);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', press);
    };
  }, []);
  return lead;
}

interface Facts {
  page: Shown;
  note: string;
  change: (work: () => Promise<string>) => Promise<void>;
}

async function runCommand(command: Command, { page, note, change }: Facts): Promise<void> {
  const { call, codes } = page;
  switch (command.do) {
    case 'ready':
      return change(async () => {
        await api.post('/v1/agent/ready');
        return 'You are ready.';
      });
    case 'pause': {
      const reason = PAUSES[command.index];
      if (reason === undefined) return;
      return change(async () => {
        await api.post('/v1/agent/pause', { body: { reason } });
        return `You are paused: ${reason}.`;
      });
    }
    case 'hang-up':
      if (!call?.live) return;
      return change(async () => {
        await api.post('/v1/agent/calls/{ref}/hangup', { path: { ref: call.ref } });
        return 'The call will end.';
      });
    case 'outcome': {
      const code = codesByKey(codes).plain[command.index];
      if (!call || !code) return;
      return change(() => setOutcome(call, { code: code.id, note }, code.label));
    }
    case 'callback': {
      const code = codesByKey(codes).callback;
      const time = CALLBACK_TIMES[command.index];
      if (!call || !code || !time) return;
      const callback = { at: time.at(new Date()).toISOString() };
      return change(() => setOutcome(call, { code: code.id, note, callback }, time.label));
    }
    case 'note':
      document.querySelector<HTMLElement>('#note-of-call textarea')?.focus();
      return;
    case 'call':
      document.querySelector<HTMLElement>('#call-now input')?.focus();
      return;
  }
}

async function setOutcome(
  { ref, outcome_etag: etag }: NonNullable<Shown['call']>,
  body: { code: string; note: string; callback?: { at: string } },
  label: string,
): Promise<string> {
  const request = { path: { ref }, body };
  const set = await (etag === null
    ? api.put('/v1/agent/calls/{ref}/outcome', request)
    : api.replace('/v1/agent/calls/{ref}/outcome', request, etag));
  return outcomeNotice(set, label);
}
