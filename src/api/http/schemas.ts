/** Schemas that all resources share: instants, durations, and the answers of a route. */
import * as z from 'zod';
import { FIGURES } from '../../domain/figures/figures.ts';
import type { FastifyZodOpenApiSchema } from 'fastify-zod-openapi';
import { parseClock } from '../../domain/contacts/calling-window.ts';
import { dayOf, type LocalTime } from '../../domain/zone.ts';
import { readZone } from '../../domain/zone-name.ts';
import { ProblemBody } from './problem.ts';

export const Instant = z
  .string()
  .meta({ format: 'date-time', example: '2026-11-21T09:30:00.000Z' });

export const iso = (ms: number): string => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** An instant in a request, with any offset. */
export const GivenInstant = z.iso
  .datetime({ offset: true, error: 'must be an instant such as 2026-11-21T09:30:00Z' })
  .meta({ example: '2026-11-21T09:30:00Z' });

/** A time zone in a request, in any case. It becomes the spelling of IANA. */
export const Zone = z
  .string()
  .min(1)
  .max(64)
  .superRefine((text, context) => {
    const read = readZone(text);
    if ('fault' in read) context.addIssue({ code: 'custom', message: read.fault });
  })
  .overwrite((text) => {
    const read = readZone(text);
    return 'fault' in read ? text : read.zone;
  })
  .meta({ description: 'IANA time zone.', example: 'Europe/Paris' });

const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/;

export const isInstant = (text: string): boolean =>
  z.iso.datetime({ offset: true }).safeParse(text).success;

/** A local time without seconds and offset, such as `2026-11-24T10:00`; undefined: the text is none. */
export function localTimeOf(text: string): LocalTime | undefined {
  const [, date, clock] = LOCAL_TIME.exec(text) ?? [];
  if (date === undefined || clock === undefined || !z.iso.date().safeParse(date).success)
    return undefined;
  const minuteOfDay = parseClock(clock);
  if (minuteOfDay === undefined || minuteOfDay === 1_440) return undefined;
  return { day: dayOf(date), minuteOfDay };
}

export const millisOrNull = (instant: string | null | undefined): number | null =>
  instant == null ? null : Date.parse(instant);

const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const LONGEST_MS = 30 * UNITS_MS.d;

/** `30s`, `5m`, `2h`: a number with its unit. A number without a unit is refused. */
export const Duration = z
  .string()
  .regex(/^[0-9]{1,9}(ms|s|m|h|d)$/, 'needs a number and a unit, like 30s, 5m or 2h')
  .refine((text) => durationMs(text) <= LONGEST_MS, 'at most 30d')
  .meta({ example: '30m' });

export function durationMs(text: string): number {
  const match = /^([0-9]+)(ms|s|m|h|d)$/.exec(text);
  return match ? Number(match[1]) * UNITS_MS[match[2] as keyof typeof UNITS_MS] : NaN;
}

export function formatDuration(ms: number): string {
  const units = Object.entries(UNITS_MS).toReversed();
  const [unit, unitMs] = units.find(([, unitMs]) => ms > 0 && ms % unitMs === 0) ?? ['s', 1_000];
  return `${ms / unitMs}${unit}`;
}

/** The one count of calls that pages and tables show. */
export const CallsPlaced = z.int().meta({ description: FIGURES.placed.is });

/** A decimal as a string, because a float would lose digits. */
export const Money = z.string().meta({ example: '0.0125' });

/** The carrier's document names no currency, so it is a setting. */
export const Currency = z.string().nullable().meta({
  description: 'Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.',
  example: 'EUR',
});

/** The body of a POST that needs none: nothing, or an empty object. */
export const NoBody = z.strictObject({}).nullish();

export function jsonAnswer(description: string, schema: z.ZodType) {
  return { description, content: { 'application/json': { schema } } };
}

/** The headers of an answer with a tag. */
export const ETagHeader = z.object({
  ETag: z.string().meta({
    description: 'The entity tag of the resource, for `If-Match` or `If-None-Match`.',
    example: '"Vq0S3UW5yQpXgUlvM5T1RA"',
  }),
});
/** Problems whose answer has the tag of the resource. */
const TAGGED_PROBLEMS: readonly number[] = [412, 416];

/** What each means. The document adds those that any route may answer with: 400, 408, 413, 422 and others. */
export const PROBLEMS = {
  401: 'No API key, or an unknown one',
  402: 'The carrier demands payment',
  403: 'The carrier does not allow it for the server\u2019s key',
  404: 'Not found',
  409: 'Not possible in the current state',
  410: 'Not kept any more',
  412: '`If-Match` names another `ETag`: the resource was changed after it was read',
  416: 'No such range',
  429: 'Too many requests; retry after `Retry-After`',
  502: 'The carrier cannot be reached, or its answer cannot be used; `may_have_happened`: the change may have taken effect',
  503: 'Temporarily not possible',
  504: 'The carrier did not answer in time; `may_have_happened`: the change may have taken effect',
} as const;

export type ProblemStatus = keyof typeof PROBLEMS;

/** The problems that a route may answer with. */
export function problems(...statuses: ProblemStatus[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: PROBLEMS[status],
        ...(TAGGED_PROBLEMS.includes(status) && { headers: ETagHeader }),
        content: { 'application/problem+json': { schema: ProblemBody } },
      },
    ]),
  ) as NonNullable<FastifyZodOpenApiSchema['response']>;
}
