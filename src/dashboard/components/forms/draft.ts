/** What is typed into a form. */
import { useState } from 'preact/hooks';

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
