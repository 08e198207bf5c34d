import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';

const TYPE = 'NotYet';

/**
 * Makes the Temporal server try the activity again after `delayMs`. So one activity adds the same few events to the
 * history for any number of polls, and the Web UI shows it as pending with its attempt.
 */
export function notYet(what: string, delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    message: what,
    type: TYPE,
    nextRetryDelay: Math.max(1, Math.ceil(delayMs)),
    category: ApplicationFailureCategory.BENIGN,
  });
}

export const isNotYet = (error: unknown): boolean =>
  error instanceof ApplicationFailure && error.type === TYPE;
