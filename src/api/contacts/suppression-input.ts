/** What requests about suppression lists name. */
import * as z from 'zod';

export const ListId = z.string().regex(/^[\w-]{1,64}$/, 'needs 1 to 64 letters, digits, _ or -');
export const ListParams = z.object({ listId: ListId });

export const Until = z.iso
  .datetime({ offset: true })
  .nullish()
  .meta({ description: 'The number may be called again from this instant on; left out: never.' });
export const EntryInput = z.strictObject({ until: Until }).nullish();
