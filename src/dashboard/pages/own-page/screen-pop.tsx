/** The person's record in the systems of the company, on a click, or by itself when the phone rings. */
import { useEffect, useState } from 'preact/hooks';

const KEY = 'opens-records';
/** One window for all records, so that twenty calls do not leave twenty tabs. */
const WINDOW = 'dialwright-record';

interface Props {
  callRef: string;
  live: boolean;
  address: string;
}

export function ScreenPop({ callRef, live, address }: Props) {
  const [opens, setOpens] = useState(localStorage.getItem(KEY) === 'yes');
  const [blocked, setBlocked] = useState(false);
  const choose = (chosen: boolean) => {
    localStorage.setItem(KEY, chosen ? 'yes' : 'no');
    setOpens(chosen);
  };
  useEffect(() => {
    if (opens && live) setBlocked(!opened(address));
  }, [callRef, opens]);
  return (
    <>
      <a class="button" href={address} target={WINDOW} rel="noreferrer noopener">
        Open the person’s record
      </a>
      <label>
        <input
          type="checkbox"
          checked={opens}
          onChange={(event) => choose(event.currentTarget.checked)}
        />{' '}
        Open it by itself when it rings
      </label>
      {blocked && (
        <p role="status">
          The browser keeps this page from opening the record. Allow pop-ups for this page.
        </p>
      )}
    </>
  );
}

/** Whether the browser let it. The other page gets no hold of this one. */
function opened(address: string): boolean {
  const record = window.open('', WINDOW);
  if (!record) return false;
  try {
    record.opener = null;
    record.location.replace(address);
  } catch {
    // Another origin is in the window: only a new navigation of the same name is allowed.
    window.open(address, WINDOW);
  }
  return true;
}
