import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/api.ts';
import { count } from '../../format/numbers.ts';
import { Section } from '../page.tsx';
import { Relative, Time } from '../time.tsx';

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
        <div class="note warn">
          <p>
            {closed.reason} Next lookup <Relative at={closed.until} />.
          </p>
        </div>
      )}
      <dl class="facts card">
        <div>
          <dt>Recordings in the queue</dt>
          <dd>{count(queued)}</dd>
        </div>
        <div>
          <dt>Last lookup</dt>
          <dd>{last ? <Relative at={last} /> : 'None yet'}</dd>
        </div>
        <div>
          <dt>Queue empty at about</dt>
          <dd>{emptyAt ? <Time at={emptyAt} /> : 'It is empty'}</dd>
        </div>
      </dl>
    </Section>
  );
}
