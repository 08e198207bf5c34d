/** Which contacts of a campaign are copied into another one: those that fit everything that is named. */
import type { Scalar } from './details.ts';

export interface ContactSelection {
  /** Codes: the outcome of its last call that has one. */
  outcomes?: readonly string[] | undefined;
  /** ISO 3166: the contact may be there. A country has all its subdivisions. */
  areas?: readonly string[] | undefined;
  /** Fields of the list's own, with exactly these values. */
  data?: Readonly<Record<string, Scalar>> | undefined;
  /** Its last placement was before, or then or later; a contact that was never called has none. */
  calledBeforeMs?: number | undefined;
  calledFromMs?: number | undefined;
}
