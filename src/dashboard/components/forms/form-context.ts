/** What a form and a dialog say to what is inside them. */
import { createContext } from 'preact';
import type { ApiProblem } from '../../api/problem.ts';

/** Why the form was refused. Each field shows the faults that are its own. */
export const Refusal = createContext<ApiProblem | undefined>(undefined);

/** Closes the dialog. Undefined: there is none around. */
export const CloseDialog = createContext<(() => void) | undefined>(undefined);
