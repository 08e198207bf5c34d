/** Where a contact is, as the API shows it. */
import * as z from 'zod';
import { AREA_SOURCES, type ContactArea } from '../../domain/areas/contact-area.ts';

const Areas = z.array(z.string()).meta({
  description: 'ISO 3166-2, such as `US-FL`; ISO 3166-1 where only the country is known.',
});

export const AreaView: z.ZodType<ContactArea> = z
  .object({
    areas: Areas,
    mismatch: z.boolean().meta({
      description:
        'The sources name different places: the zones of all of them must be open. An area code is a guess, because ' +
        'people take their numbers along.',
    }),
    sources: z.array(
      z.object({
        from: z.enum(AREA_SOURCES),
        areas: Areas,
        zones: z.array(z.string()),
      }),
    ),
    release: z.string().meta({
      description: 'Of the data of area codes when the contact was added.',
      example: 'libphonenumber 9.0.35',
    }),
  })
  .meta({ id: 'ContactArea' });
