/**
 * Signals that anybody may send by hand, with a payload of any kind. The SDK reads a payload before the handler runs, and
 * fails the workflow task for ever if it cannot. None of our signals carries what the store has not, so a payload that
 * cannot be read is left out: the handler runs without it. A payload whose key is missing fails before, in the codec.
 */
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** Names that the SDK refuses where a workflow takes signals of every name. */
const RESERVED_PREFIX = '__temporal_';

export const interceptors: WorkflowInterceptorsFactory = () => ({
  internals: [
    {
      activate(input, next) {
        const { activation } = input;
        const jobs = activation.jobs ?? [];
        for (const { signalWorkflow: signal } of jobs) {
          if (signal?.input && !signal.input.every(isReadable)) signal.input = [];
        }
        if (jobs.some(isReserved)) activation.jobs = jobs.filter((job) => !isReserved(job));
        next(input);
      },
    },
  ],
});

interface Job {
  signalWorkflow?: { signalName?: string | null } | null;
}

const isReserved = ({ signalWorkflow: signal }: Job): boolean =>
  signal?.signalName?.startsWith(RESERVED_PREFIX) ?? false;

function isReadable(payload: Payload): boolean {
  try {
    defaultPayloadConverter.fromPayload(payload);
    return true;
  } catch {
    return false;
  }
}
