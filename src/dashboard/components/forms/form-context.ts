/** What a page, a form and a dialog say to what is inside them. */
import { createContext } from 'preact';
import type { ApiProblem } from '../../api/problem.ts';

/** Why the form was refused. Each field shows the faults that are its own. */
export const Refusal = createContext<ApiProblem | undefined>(undefined);

/** Closes the dialog. Undefined: there is none around. */
export const CloseDialog = createContext<(() => void) | undefined>(undefined);

/** Reads again what is shown, after an action or a form has changed it. */
export const Reread = createContext<(() => Promise<unknown>) | undefined>(undefined);
