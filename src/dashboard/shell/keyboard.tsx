/** Keyboard shortcuts for the whole page, and the list of them. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Dialog } from '../components/forms/dialog.tsx';
import { navigate } from '../router.ts';
import { BY_LETTER } from './navigation.tsx';
import { searching } from './search.tsx';

const helping = signal(false);
export const showHelp = () => (helping.value = true);

/** A letter after `g` within this time opens a page. */
const SECOND_KEY_MS = 1_000;

function followKeys(): () => void {
  let goneAtMs = -Infinity;
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const page = event.timeStamp - goneAtMs < SECOND_KEY_MS ? BY_LETTER.get(event.key) : undefined;
    goneAtMs = event.key === 'g' ? event.timeStamp : -Infinity;
    if (page) navigate(page.href);
    else if (event.key === '/') searching.value = true;
    else if (event.key === '?') helping.value = true;
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('dialog') !== null);

export function Keyboard() {
  useEffect(followKeys, []);
  if (!helping.value) return null;
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => (helping.value = false)}>
      <dl class="keys">
        <Shortcut keys="/">Search a number, a row key, a call or a campaign</Shortcut>
        {[...BY_LETTER].map(([letter, { name }]) => (
          <Shortcut key={letter} keys={`g ${letter}`}>
            {name}
          </Shortcut>
        ))}
        <Shortcut keys="Tab">Next link, button or field</Shortcut>
        <Shortcut keys="Esc">Close a dialog</Shortcut>
        <Shortcut keys="?">This list</Shortcut>
      </dl>
    </Dialog>
  );
}

/** @param keys in turn, with spaces between */
const Shortcut = ({ keys, children }: { keys: string; children: string }) => (
  <>
    <dt>
      {keys.split(' ').map((key) => (
        <>
          <kbd key={key}>{key}</kbd>{' '}
        </>
      ))}
    </dt>
    <dd>{children}</dd>
  </>
);
