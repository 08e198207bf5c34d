import type { Check } from '../check.ts';

/** Those that the carrier tries again. */
const RETRIED = [408, 429];

/** What others than the carrier sent, and what they were answered: the client's log knows them. */
export const foreignRequestsAnswered: Check = {
  id: 'I6b',
  rule: 'a genuine URL is never answered 4xx, whatever comes; a guessed one never 2xx',
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
  rule: 'an event stands in the store once, however often it came',
  find({ store }) {
    // Until a call is bound, several ids may claim the same seq.
    const bound = [...store.calls.values()].filter((call) => call.carrier_call_id !== null);
    const violations = bound.flatMap(({ ref, events }) => {
      const groups = Map.groupBy(
        events.filter(({ seq }) => seq !== null),
        ({ placement, seq, name }) => `${name} seq ${seq} of ${ref}.${placement}`,
      );
      return [...groups]
        .filter(([, group]) => group.length > 1)
        .map(([event, group]) => `${event} stands there ${group.length} times`);
    });
    return { cases: bound.length, violations };
  },
};
