import type { Schemas } from '../../api/api.ts';
import { Section } from '../../components/page.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { count } from '../../format/numbers.ts';

/** The queue of recordings that are looked up at the carrier, one a minute. */
export function RecordingDesk({ desk }: { desk: Schemas['Account']['recording_desk'] }) {
  const { queued, closed, last_lookup_at: last, empty_at: emptyAt } = desk;
  return (
    <Section title="Recording desk" aside={<a href="/recordings">Show the queue</a>}>
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
