import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import type { Schemas } from '../api/api.ts';
import { followEvents } from '../api/event-feed.ts';
import { ASK_AGAIN_MS, readSession, sessionState, shareSession, signOut } from '../api/session.ts';
import { Action } from '../components/forms/action.tsx';
import { Empty, Loading, ProblemNote } from '../components/feedback.tsx';
import { Notices } from '../components/notices.tsx';
import { Page } from '../components/page.tsx';
import { address } from '../router.ts';
import { AgentFrame } from './agent-frame.tsx';
import { Freshness } from './freshness.tsx';
import { OwnAccount } from './own-account.tsx';
import { Keyboard, showHelp } from './keyboard.tsx';
import { Navigation } from './navigation.tsx';
import { pageAt } from './pages.ts';
import type { PageParameters } from '../path-pattern.ts';
import { Search, searching } from './search.tsx';
import { SignIn } from './sign-in.tsx';
import { SimulatedCarrier } from './simulated-carrier.tsx';
import { nextTheme, theme } from './theme.ts';
import { isolated } from '../format/names.ts';

export function App() {
  const state = sessionState.value;
  useEffect(shareSession, []);
  useEffect(() => {
    const problem = state.is === 'unknown' ? state.problem : undefined;
    const timer =
      state.is === 'unknown' && setTimeout(() => void readSession(), problem ? ASK_AGAIN_MS : 0);
    return () => clearTimeout(timer || undefined);
  }, [state]);
  if (state.is === 'signed-in') {
    return state.session.key.role === 'agent' ? (
      <AgentFrame isUser={state.session.key.source === 'user'} />
    ) : (
      <SignedIn session={state.session} />
    );
  }
  if (state.is === 'signed-out')
    return (
      <SignIn
        key={state.link}
        ended={state.ended}
        {...(state.problem && { refused: state.problem })}
        {...(state.link !== undefined && { link: state.link })}
      />
    );
  return (
    <main class="sign-in">
      {state.problem ? <ProblemNote problem={state.problem} /> : <Loading what="the session" />}
    </main>
  );
}

function SignedIn({ session }: { session: Schemas['Session'] }) {
  const { id, name, role, source } = session.key;
  const [menuOpen, setMenuOpen] = useState(false);
  const sessionName = `${id} until ${session.expires_at}`;
  useEffect(() => followEvents(sessionName), [sessionName]);
  useEffect(() => setMenuOpen(false), [address.value.path]);
  return (
    <div class={menuOpen ? 'frame menu-open' : 'frame'}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <button
          type="button"
          class="quiet-button menu-button"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(!menuOpen)}
        >
          Menu
        </button>
        <a class="brand" href="/">
          Dialwright
        </a>
        <Freshness />
        <SimulatedCarrier />
        <button type="button" class="search-button" onClick={() => (searching.value = true)}>
          Search <kbd>/</kbd>
        </button>
      </header>
      <aside class="side" aria-label="Menu">
        <Navigation />
        <div class="side-foot">
          <p class="quiet">
            {isolated(name)} · {role}
          </p>
          <button type="button" class="quiet-button" onClick={nextTheme}>
            Colours: {theme.value}
          </button>
          <button type="button" class="quiet-button" onClick={showHelp}>
            Shortcuts <kbd>?</kbd>
          </button>
          <a href="/docs">API</a>
          {source === 'user' && <OwnAccount />}
          <Action label="Sign out" needs="read" quiet run={signOut} happened="" />
        </div>
      </aside>
      <main id="content" tabIndex={-1}>
        <OpenedPage />
      </main>
      <Notices />
      <Search />
      <Keyboard />
    </div>
  );
}

type Opened = { pattern: string; Component: ComponentType<{ at: PageParameters }> };

function OpenedPage() {
  const { path } = address.value;
  const page = pageAt(path);
  const [opened, setOpened] = useState<Opened>();
  const [fault, retry] = useErrorBoundary();
  useEffect(() => {
    retry();
    let left = false;
    void page?.load().then(
      (Component) => left || setOpened({ pattern: page.pattern, Component }),
      // The server was updated: the files of this page are gone.
      () => location.reload(),
    );
    return () => void (left = true);
  }, [page?.pattern]);
  if (fault !== undefined) return <Fault fault={fault} />;
  if (!page) {
    return (
      <Page title="No such page">
        <Empty title="Nothing has this address.">
          <a href="/">What happens now</a>
        </Empty>
      </Page>
    );
  }
  if (opened?.pattern !== page.pattern) return <Loading what="the page" />;
  return <opened.Component key={path} at={page.at} />;
}

const Fault = ({ fault }: { fault: unknown }) => (
  <Page title="This page has a fault">
    <div class="note bad" role="alert">
      <p>{String(fault)}</p>
      <p class="quiet">Nothing was changed by it. Reload the page; the other pages go on.</p>
    </div>
  </Page>
);
