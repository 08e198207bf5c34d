/** The numbers of bodies, paths and queries. */
import * as z from 'zod';
import { invalidField, invalidParameters } from '../../http/problem.ts';
import {
  isPhoneCountry,
  readDialable,
  readPhoneNumber,
  type NumberReading,
  type ReadNumber,
} from './phone-number.ts';

/** The country of numbers that are written without a country code. */
export const DefaultCountry = z
  .string()
  .refine(isPhoneCountry, 'must be a country such as GB, as ISO 3166-1 code');

/** Of a path; `requireNumber` or `requireSearched` reads it. */
export const NumberParams = z.object({ number: z.string().max(40) });

/** A number that somebody searches. `searchedNumber` gives its E.164 form. */
export const NUMBER_QUERY = {
  number: z.string().max(40).optional().meta({
    description:
      'In international form: `+12025550101`, or with `00` in front; otherwise with `default_country`. In a URL, + is written as %2B.',
  }),
  default_country: DefaultCountry.optional().meta({
    description: 'The country of a `number` without a country code, such as `020 7946 0012`.',
    example: 'GB',
  }),
};
export type NumberQuery = z.infer<z.ZodObject<typeof NUMBER_QUERY>>;

/** Undefined: the query names none. @throws Problem 422 as `requireSearched` */
export const searchedNumber = ({ number, default_country: country }: NumberQuery) =>
  number === undefined ? undefined : requireSearched(number, country);

/** @throws Problem 422 that names the parameter `number` and its fault */
export function requireSearched(number: string, country: string | undefined): string {
  const reading = readPhoneNumber(number, country ?? null);
  if ('e164' in reading) return reading.e164;
  const orCountry = country === undefined ? ', or name its country in `default_country`' : '';
  throw invalidParameters({
    number: `${reading.fault}${orCountry}; in a URL, + is written as %2B`,
  });
}

/** @throws Problem 422 that names the field `number` and its fault */
export const requireNumber = (text: string): string => required(readPhoneNumber(text)).e164;

/** For a number that is to be called. @throws Problem 422 as above */
export const requireDialable = (text: string): ReadNumber => required(readDialable(text, null));

function required(reading: NumberReading): ReadNumber {
  if ('e164' in reading) return reading;
  throw invalidField('#/number', reading.fault);
}
