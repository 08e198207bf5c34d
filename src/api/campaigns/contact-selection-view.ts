/** Which contacts a clone takes along, as requests name them. */
import * as z from 'zod';
import type { ContactSelection } from '../../domain/contacts/contact-selection.ts';
import { GivenInstant, millisOrNull } from '../http/schemas.ts';

const MOST_FIELDS = 10;

/** Fields of a list's own. */
export const ContactData = z
  .record(
    z.string().regex(/^[^"\\]{1,64}$/, 'needs 1 to 64 characters without " and \\'),
    z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]),
  )
  .refine((data) => Object.keys(data).length <= MOST_FIELDS, `has more than ${MOST_FIELDS} fields`);

export const ContactSelectionInput = z
  .strictObject({
    outcomes: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Codes: the outcome of the contact’s last call that has one.' }),
    areas: z
      .array(
        z.string().regex(/^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/, 'must be a code such as US or US-CA'),
      )
      .min(1)
      .max(300)
      .optional()
      .meta({
        description:
          'ISO 3166 codes: contacts that may be there by their address or number. Contacts whose zones were named have no area.',
      }),
    data: ContactData.optional().meta({
      description: 'Fields of the list’s own, with exactly these values.',
    }),
    called_before: GivenInstant.optional().meta({
      description: 'Contacts whose last placement was before; who was never called is left out.',
    }),
    called_from: GivenInstant.optional().meta({
      description: 'Contacts whose last placement was then or later.',
    }),
  })
  .meta({ id: 'ContactSelection' });

export const contactSelection = ({
  called_before: before,
  called_from: from,
  ...others
}: z.infer<typeof ContactSelectionInput>): ContactSelection => ({
  ...others,
  calledBeforeMs: millisOrNull(before) ?? undefined,
  calledFromMs: millisOrNull(from) ?? undefined,
});
