/** A button that changes something: it says before what will happen, and afterwards what happened or why not. */
import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { may } from '../../api/session.ts';
import { asProblem, type ApiProblem } from '../../api/problem.ts';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';
import { Reread } from './form-context.ts';
import { ProblemNote } from '../feedback.tsx';
import { notify } from '../notices.tsx';
import { address } from '../../router.ts';

export type Change =
  | {
      /** @returns what happened */
      run: () => Promise<string>;
      happened?: undefined;
    }
  | { run: () => Promise<unknown>; happened: string };

type ActionProps = Change & {
  label: string;
  /** The lowest role that may do it. Others do not see the button. */
  needs?: 'agent' | 'read' | 'operate' | 'admin';
  /** What will happen. Left out: the action can be undone, so nobody is asked. */
  before?: ComponentChildren;
  danger?: boolean;
  quiet?: boolean;
  /** The one thing that the page is there for. */
  primary?: boolean | undefined;
};

export function Action({
  label,
  needs = 'operate',
  before,
  danger,
  quiet,
  primary,
  ...change
}: ActionProps) {
  const [asking, setAsking] = useState(false);
  const { busy, problem, start, forget } = useChange(change, () => setAsking(false));
  useNoticeIfGone(label, asking);
  if (!may(needs)) return null;
  const close = () => {
    setAsking(false);
    forget();
  };
  const kind = `${danger ? 'danger' : ''} ${quiet ? 'quiet-button' : ''} ${primary ? 'primary' : ''}`;
  return (
    <>
      <BusyButton
        class={kind}
        busy={busy}
        onClick={() => (before ? setAsking(true) : void start())}
      >
        {busy && !asking ? `${label} …` : label}
      </BusyButton>
      {!asking && problem && (
        <Dialog title={`${label}: not done`} onClose={forget}>
          <ProblemNote problem={problem} />
          <div class="dialog-actions">
            <button type="button" onClick={forget}>
              Close
            </button>
          </div>
        </Dialog>
      )}
      {asking && (
        <Dialog title={`${label}?`} onClose={close}>
          <div>{typeof before === 'string' ? <p>{before}</p> : before}</div>
          {problem && <ProblemNote problem={problem} what="Not done." />}
          <div class="dialog-actions">
            <button type="button" class="quiet-button" onClick={close}>
              Keep as it is
            </button>
            <BusyButton
              class={danger ? 'danger' : 'primary'}
              busy={busy}
              onClick={() => void start()}
            >
              {busy ? `${label} …` : label}
            </BusyButton>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Actions that are going on, of the whole page, and when the last one ended. */
let running = 0;
let endedAtMs = -Infinity;
/** While a dialog is open, only its own action can be started. */
const isOwnActionSince = (openedAtMs: number) => running > 0 || endedAtMs >= openedAtMs;

/** Says why an open dialog goes away with its button: somebody else has changed the thing, so that the action is not possible now. */
export function useNoticeIfGone(label: string, open: boolean): void {
  const openedAtMs = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    openedAtMs.current = open ? performance.now() : undefined;
  }, [open]);
  useEffect(() => {
    const { path } = address.peek();
    return () => {
      // One's own action, a link of the dialog and the end of the session take the button away as well.
      const sinceMs = openedAtMs.current;
      if (sinceMs === undefined || isOwnActionSince(sinceMs)) return;
      if (address.peek().path !== path || !may('read')) return;
      notify(`${label}: not done, because somebody else has changed it meanwhile.`);
    };
  }, []);
}

/** Runs one thing at a time, and keeps why it failed. */
export function useRun(
  run: () => Promise<string>,
  done?: () => void,
): {
  busy: boolean;
  problem: ApiProblem | undefined;
  start: () => Promise<void>;
  forget: () => void;
} {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const start = async () => {
    setBusy(true);
    setProblem(undefined);
    running += 1;
    try {
      const text = await run();
      done?.();
      if (text) notify(text);
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      running -= 1;
      endedAtMs = performance.now();
      setBusy(false);
    }
  };
  return { busy, problem, start, forget: () => setProblem(undefined) };
}

/** Runs what changes something, then reads again what is shown, unless the page was left. */
export function useChange({ run, happened }: Change, done?: () => void) {
  const reread = useContext(Reread);
  return useRun(async () => {
    const { path } = address.peek();
    const said = await run();
    if (address.peek().path === path) await reread?.();
    return happened ?? (said as string);
  }, done);
}
