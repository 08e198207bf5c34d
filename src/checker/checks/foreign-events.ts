import type { Check } from '../check.ts';

/** After these the carrier retries. */
const RETRIED = [408, 429];

/** Requests of others than the carrier, and their answers, from the client's log. */
export const foreignRequestsAnswered: Check = {
  id: 'I6b',
  rule: 'requests on a genuine URL never get 4xx, whatever the body; on a guessed one never 2xx',
  find({ client }) {
    const intrusions = client?.intrusions ?? [];
    const violations = intrusions.flatMap(({ line, path, token, status }) => {
      if (status === null) return [];
      const isOk = status >= 200 && status < 300;
      const isLost = status >= 300 && status < 500 && !RETRIED.includes(status);
      if (token === 'guessed')
        return isOk ? [`${path} (line ${line}): a guess, answered ${status}`] : [];
      return isLost ? [`${path} (line ${line}): genuine, answered ${status}`] : [];
    });
    return { cases: intrusions.length, violations };
  },
};

export const eventsStandOnce: Check = {
  id: 'I5b',
  rule: 'an event is in the store once, even if it arrived several times',
  find({ store }) {
    // Until a call is bound, events of several ids may have the same seq.
    const bound = [...store.calls.values()].filter((call) => call.carrier_call_id !== null);
    const violations = bound.flatMap(({ ref, events }) => {
      const groups = Map.groupBy(
        events.filter(({ seq }) => seq !== null),
        ({ placement, seq, name }) => `${name} seq ${seq} of ${ref}.${placement}`,
      );
      return [...groups]
        .filter(([, group]) => group.length > 1)
        .map(([event, group]) => `${event} is there ${group.length} times`);
    });
    return { cases: bound.length, violations };
  },
};
