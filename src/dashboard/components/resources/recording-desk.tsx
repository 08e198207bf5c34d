import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/api.ts';
import { count } from '../../format/numbers.ts';
import { Fact } from '../facts.tsx';
import { Section } from '../page.tsx';
import { Relative, Time } from '../time.tsx';
import { Note } from '../feedback.tsx';

/** The queue of recordings that are looked up at the carrier, one a minute. */
export function RecordingDesk({
  desk,
  aside,
}: {
  desk: Schemas['Account']['recording_desk'];
  aside?: ComponentChildren;
}) {
  const { queued, closed, last_lookup_at: last, empty_at: emptyAt } = desk;
  return (
    <Section title="Recording desk" aside={aside}>
      {closed && (
        <Note tone="warn">
          {closed.reason} Next lookup <Relative at={closed.until} />.
        </Note>
      )}
      <dl class="facts card">
        <Fact name="Recordings in the queue">{count(queued)}</Fact>
        <Fact name="Last lookup">{last ? <Relative at={last} /> : 'None yet'}</Fact>
        <Fact name="Queue empty at about">{emptyAt ? <Time at={emptyAt} /> : 'It is empty'}</Fact>
      </dl>
    </Section>
  );
}
