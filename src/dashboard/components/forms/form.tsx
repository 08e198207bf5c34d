/** Forms, on a page or in a dialog that a button opens. */
import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { may } from '../../api/session.ts';
import { useChange, useNoticeIfGone, type Change } from './action.tsx';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';
import { CloseDialog, Refusal } from './form-context.ts';
import { ProblemNote } from '../feedback.tsx';

type FormProps = Change & {
  /** The button that sends the form. */
  send: string;
  /** The dialog of the form stays open after it was sent, to show an answer. */
  stays?: boolean;
  /** The button that leaves the dialog. */
  leave?: string;
  danger?: boolean;
  children: ComponentChildren;
};

/** Enter sends it. A refusal is shown at the fields that it names, and above the buttons. */
export function Form({ send, stays, leave = 'Cancel', danger, children, ...change }: FormProps) {
  const close = useContext(CloseDialog);
  const { busy, problem, start } = useChange(change, stays ? undefined : close);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void start();
      }}
    >
      <Refusal.Provider value={problem}>{children}</Refusal.Provider>
      {problem && <ProblemNote problem={problem} what="Not done." />}
      <div class={close ? 'dialog-actions' : 'actions'}>
        {close && (
          <button type="button" class="quiet-button" onClick={close}>
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

interface DialogButtonProps {
  label: string;
  title?: string;
  /** The lowest role that may do it. Others do not see the button. */
  needs?: 'agent' | 'read' | 'operate' | 'admin';
  quiet?: boolean;
  danger?: boolean;
  /** Begins anew each time the dialog is opened. */
  children: ComponentChildren;
}

/** A button that opens a dialog. */
export function DialogButton({ label, title = label, needs, ...look }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  useNoticeIfGone(title, open);
  if (!may(needs ?? 'operate')) return null;
  return (
    <>
      <button
        type="button"
        class={`${look.danger ? 'danger' : ''} ${look.quiet ? 'quiet-button' : ''}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          {look.children}
        </Dialog>
      )}
    </>
  );
}

type TextIn<Draft> = {
  [Name in keyof Draft]: Draft[Name] extends string ? Name : never;
}[keyof Draft] &
  string;

/** Binds a text of a draft to its field. @param pointer by which the server names faults; by default, the name's */
export type FieldOf<Draft> = (
  name: TextIn<Draft>,
  pointer?: string,
) => { value: string; onValue: (value: string) => void; pointer: string };

/** The texts have the names of the request's fields. A choice has only the values of its field, so its type may say them. */
export function useDraft<Draft extends object>(first: Draft | (() => Draft)) {
  const [draft, setDraft] = useState(first);
  const set = (changes: Partial<Draft>) => setDraft((known) => ({ ...known, ...changes }));
  const field: FieldOf<Draft> = (name, pointer = `/${name}`) => ({
    value: draft[name] as string,
    onValue: (value) => set({ [name]: value } as unknown as Partial<Draft>),
    pointer,
  });
  return { draft, set, field };
}
