import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { address } from '../router.ts';
import { Empty } from './feedback.tsx';
import { Reread } from './forms/form-context.ts';

interface PageProps {
  title: string;
  /** Beside the title: a state, for example. */
  beside?: ComponentChildren;
  actions?: ComponentChildren;
  /** One line below the title. */
  intro?: ComponentChildren;
  /** The page above this one. */
  up?: { href: string; name: string };
  /** Reads the page again, after an action or a form on it has changed something. */
  reread?: () => Promise<unknown>;
  children: ComponentChildren;
}

export function Page({ title, beside, actions, intro, up, reread, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Dialwright`;
  }, [title]);
  // A screen reader begins at the new page's title.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [address.value.path]);
  return (
    <Reread.Provider value={reread}>
      <header class="page-head">
        <div>
          {up && (
            <p class="up">
              <a href={up.href}>{up.name}</a>
            </p>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title} {beside}
          </h1>
          {intro && <p class="intro">{intro}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </Reread.Provider>
  );
}

/** In the place of a page that the key of the session may not see. */
export const NotForRole = ({
  title,
  what,
  children = 'Sign in with a key that has this role.',
}: {
  title: string;
  what: string;
  children?: ComponentChildren;
}) => (
  <Page title={title}>
    <Empty title={what}>{children}</Empty>
  </Page>
);

interface SectionProps {
  title: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
}

export const Section = ({ title, aside, children }: SectionProps) => (
  <section>
    <div class="section-head">
      <h2>{title}</h2>
      {aside}
    </div>
    {children}
  </section>
);
