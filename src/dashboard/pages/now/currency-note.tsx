/** Asks once for the currency of amounts, whoever can set it. */
import { signal } from '@preact/signals';
import { installation, may } from '../../api/session.ts';

const KEY = 'dialwright.without-currency';
const isKnown = signal(localStorage.getItem(KEY) !== null);

export function CurrencyNote() {
  const isUnset = installation.value?.currency === null;
  if (!isUnset || isKnown.value || !may('admin')) return null;
  const later = () => {
    localStorage.setItem(KEY, 'known');
    isKnown.value = true;
  };
  return (
    <div class="note warn row-note" role="status">
      <p>
        Amounts have no currency. Set <code>DIALWRIGHT_CURRENCY</code>, such as <code>EUR</code>,
        for all servers and start them again.
      </p>
      <button type="button" onClick={later}>
        Show amounts without one
      </button>
    </div>
  );
}
