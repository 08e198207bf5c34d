/** What the carrier has. It is read once: each reading is a request to the carrier. */
import type { ComponentChildren } from 'preact';
import type { Query } from '../../api/query.ts';
import { useRun } from '../../components/action.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { Section } from '../../components/page.tsx';

/** Reads when it is shown, and when somebody asks for it. */
export const ON_REQUEST = { pollMs: null } as const;

export function CarrierSection<Answer>({
  title,
  what,
  query,
  actions,
  children,
}: {
  title: string;
  what: string;
  query: Query<Answer>;
  actions?: ComponentChildren;
  children: (answer: Answer) => ComponentChildren;
}) {
  const { busy, start } = useRun(async () => {
    await query.reload();
    return '';
  });
  return (
    <Section
      title={title}
      aside={
        <div class="actions">
          {actions}
          <button
            type="button"
            class="quiet-button"
            aria-label={`Read again: ${what}`}
            disabled={busy}
            onClick={() => void start()}
          >
            {busy ? 'Reading …' : 'Read again'}
          </button>
        </div>
      }
    >
      <Loaded query={query} what={what}>
        {children}
      </Loaded>
    </Section>
  );
}
