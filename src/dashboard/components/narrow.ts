/** Whether the window is as narrow as a phone: tables are cards then, and what is in the way is folded. */
import { signal } from '@preact/signals';

/** As in the styles. */
const query = matchMedia('(max-width: 640px)');

export const isNarrow = signal(query.matches);

query.addEventListener('change', () => (isNarrow.value = query.matches));
