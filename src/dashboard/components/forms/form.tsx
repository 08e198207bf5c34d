/** Forms, on a page or in a dialog that a button opens. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiProblem } from '../../api/problem.ts';
import { may } from '../../api/session.ts';
import { useNoticeIfGone, useRun } from './action.tsx';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemNote } from '../feedback.tsx';

interface FormProps {
  /** The button that sends the form. */
  send: string;
  /** @returns what happened */
  run: () => Promise<string>;
  done?: () => void;
  /** Undefined: there is no button to leave the form. */
  cancel?: (() => void) | undefined;
  /** The button that leaves it. */
  leave?: string;
  danger?: boolean;
  children: (problem: ApiProblem | undefined) => ComponentChildren;
}

/** Enter sends it. A refusal is shown at the fields that it names, and above the buttons. */
export function Form({ send, run, done, cancel, leave = 'Cancel', danger, children }: FormProps) {
  const { busy, problem, start } = useRun(run, done);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void start();
      }}
    >
      {children(problem)}
      {problem && <ProblemNote problem={problem} what="Not done." />}
      <div class={cancel ? 'dialog-actions' : 'actions'}>
        {cancel && (
          <button type="button" class="quiet-button" onClick={cancel}>
            {leave}
          </button>
        )}
        <BusyButton type="submit" class={danger ? 'danger' : 'primary'} busy={busy}>
          {busy ? `${send} …` : send}
        </BusyButton>
      </div>
    </form>
  );
}

/** A button that opens a dialog. What is in the dialog begins anew each time. */
export function DialogButton({
  label,
  title = label,
  needs = 'operate',
  quiet,
  danger,
  children,
}: {
  label: string;
  title?: string;
  /** The lowest role that may do it. Others do not see the button. */
  needs?: 'read' | 'operate' | 'admin';
  quiet?: boolean;
  danger?: boolean;
  children: (close: () => void) => ComponentChildren;
}) {
  const [open, setOpen] = useState(false);
  useNoticeIfGone(title, open);
  if (!may(needs)) return null;
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        class={`${danger ? 'danger' : ''} ${quiet ? 'quiet-button' : ''}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {open && (
        <Dialog title={title} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  );
}
