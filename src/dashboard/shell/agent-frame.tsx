/** All that a user or key of the role `agent` opens: one page. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Loading } from '../components/feedback.tsx';
import { Notices } from '../components/notices.tsx';
import { OwnAccount } from './own-account.tsx';
import { SimulatedCarrier } from './simulated-carrier.tsx';

export function AgentFrame({ isUser }: { isUser: boolean }) {
  const [Own, setOwn] = useState<ComponentType>();
  useEffect(() => {
    void import('../pages/own-page/own-page.tsx').then(
      ({ OwnPage }) => setOwn(() => OwnPage),
      // The server was updated: the files of this page are gone.
      () => location.reload(),
    );
  }, []);
  return (
    <div class="agent-frame">
      <header class="agent-top">
        <a class="brand" href="/agent">
          Dialwright
        </a>
        <SimulatedCarrier />
        {isUser && <OwnAccount />}
      </header>
      <main id="content" tabIndex={-1}>
        {Own ? <Own /> : <Loading what="your page" />}
      </main>
      <Notices />
    </div>
  );
}
