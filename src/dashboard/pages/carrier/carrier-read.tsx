/** What the carrier has. It is read once: each reading is a request to the carrier. */
import type { ComponentChildren } from 'preact';
import type { Query } from '../../api/query.ts';
import { useRun } from '../../components/forms/action.tsx';
import { Reread } from '../../components/forms/form-context.ts';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { AsOf, Loading, ProblemNote } from '../../components/feedback.tsx';
import { Section } from '../../components/page.tsx';
import { sentence } from '../../format/words.ts';

/** Reads when it is shown, and when somebody asks for it. */
export const ON_REQUEST = { pollMs: null } as const;

interface CarrierSectionProps<Answer> {
  title: string;
  what: string;
  query: Query<Answer>;
  /** Reads it again after it was changed here. */
  reread?: () => Promise<void>;
  actions?: ComponentChildren;
  children: (answer: Answer) => ComponentChildren;
}

export function CarrierSection<Answer>(props: CarrierSectionProps<Answer>) {
  const { title, what, query, reread, actions, children } = props;
  const { busy, start } = useRun(async () => {
    await query.reload();
    return '';
  });
  return (
    <Reread.Provider value={reread}>
      <Section
        title={title}
        aside={
          <div class="actions">
            {actions}
            <BusyButton
              class="quiet-button"
              aria-label={`Read again: ${what}`}
              busy={busy}
              onClick={() => void start()}
            >
              {busy ? 'Reading …' : 'Read again'}
            </BusyButton>
          </div>
        }
      >
        {query.problem && (
          <ProblemNote
            problem={query.problem}
            what={`${sentence(what)} cannot be read:`}
            next="Press “Read again” once the cause is gone."
          />
        )}
        {query.data !== undefined && <AsOf at={query.asOf} />}
        {query.data !== undefined && children(query.data)}
        {query.data === undefined && !query.problem && <Loading what={what} />}
      </Section>
    </Reread.Provider>
  );
}
