/**
 * Moves messages and stacks of failures into payloads, where the codec encrypts them. Loaded by its path, and
 * bundled with the workflows, so it may import nothing of Node.
 */
import { DefaultFailureConverter } from '@temporalio/common';

export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
