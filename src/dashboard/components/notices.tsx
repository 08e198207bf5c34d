/** Short messages about what was done. A screen reader reads them. */
import { signal } from '@preact/signals';

interface Notice {
  id: number;
  text: string;
}

const SHOWN_FOR_MS = 6_000;
/** More would cover what a narrow screen shows. */
const MOST_SHOWN = 2;
const notices = signal<readonly Notice[]>([]);
let last = 0;

export function notify(text: string): void {
  const id = ++last;
  notices.value = [...notices.value, { id, text }].slice(-MOST_SHOWN);
  setTimeout(
    () => (notices.value = notices.value.filter((notice) => notice.id !== id)),
    SHOWN_FOR_MS,
  );
}

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
