/**
 * Moves messages and stacks of failures into payloads, where the codec encrypts them. It is loaded by its path and
 * bundled with the workflows, so it must not import Node modules.
 */
import { DefaultFailureConverter } from '@temporalio/common';

export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
