/** The files of `rules` in the package: presets, and public holidays that they name. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';
import { parseClock } from '../../domain/contacts/calling-window.ts';
import { PURPOSES, type Preset } from '../../domain/presets/preset.ts';
import { WEEKDAYS } from '../../domain/rules/rule-field.ts';

const FOLDER = new URL('../../../rules/', import.meta.url);
const HOLIDAYS = 'holidays.json';

const DateText = z.iso.date();
const Clock = z.string().transform(parseClock).pipe(z.int('must be HH:MM'));
const Text = z.string().min(3);

const Holidays = z.strictObject({
  about: Text,
  source: Text,
  dates: z.record(z.string(), z.record(DateText, Text)),
});

const Facts = z.strictObject({
  hours: z
    .array(
      z
        .strictObject({ weekdays: z.array(z.enum(WEEKDAYS)).min(1), from: Clock, to: Clock })
        .refine(({ from, to }) => from < to, 'must end after it begins')
        .transform(({ weekdays, from, to }) => ({
          weekdays: weekdays.map((day) => WEEKDAYS.indexOf(day) + 1),
          fromMinute: from,
          toMinute: to,
        })),
    )
    .min(1)
    .optional(),
  // With its parts, each date counts where it is a holiday only.
  days_off: z
    .strictObject({ public_holidays: z.string(), by_part: z.literal(true).optional() })
    .optional(),
  caps: z
    .array(
      z.strictObject({
        most: z.int().min(1),
        days: z.int().min(1).max(90),
        scope: z.enum(['number', 'person', 'debt', 'subject']),
        counts: z.enum(['dials', 'talks']),
      }),
    )
    .min(1)
    .optional(),
  rests: z
    .array(
      z.strictObject({
        after: z.enum(['talk', 'refusal']),
        days: z.int().min(1).max(3_650).nullable(),
        text: Text,
      }),
    )
    .min(1)
    .optional(),
  consent: Text.optional(),
  registry: z.strictObject({ name: Text, max_age_days: z.int().min(1).optional() }).optional(),
  opt_out: Text.optional(),
  record_years: z.int().min(1).optional(),
  caller_number: Text.optional(),
  other: Text.optional(),
});

const File = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{2,40}$/),
    edition: z.int().min(1),
    area: z.string().regex(/^[A-Z]{2}(-[A-Z]{2,3})?$/),
    title: Text,
    purpose: z.enum(PURPOSES),
    audience: z.enum(['consumer', 'business', 'anybody']),
    valid_from: DateText.nullable(),
    valid_to: DateText.nullable(),
    certainty: z.enum(['reported', 'partial']),
    read_on: DateText,
    sources: z.array(Text).min(1),
    facts: Facts,
  })
  .refine(({ valid_from: from, valid_to: to }) => from === null || to === null || from <= to, {
    message: 'valid_to comes before valid_from',
  });

/** @throws Error that names the file and the field */
export function readPresets(folder = FOLDER): Preset[] {
  const read = <Output>(name: string, schema: z.ZodType<Output>): Output => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    // JSON, because the thousands of dates would take YAML a fifth of a second.
    const isJson = name.endsWith('.json');
    const parsed = schema.safeParse(isJson ? JSON.parse(text) : parse(text, { schema: 'core' }));
    if (parsed.success) return parsed.data;
    throw new Error(`${name} is no preset: ${z.prettifyError(parsed.error)}`);
  };
  const holidays = read(HOLIDAYS, Holidays);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .map((name) => {
      const preset = read(name, File);
      if (`${preset.id}.yaml` !== name) throw new Error(`${name} has the id ${preset.id}`);
      return toPreset(preset, holidays);
    });
}

function toPreset(
  {
    valid_from: validFrom,
    valid_to: validTo,
    read_on: readOn,
    facts,
    ...rest
  }: z.infer<typeof File>,
  holidays: z.infer<typeof Holidays>,
): Preset {
  const {
    days_off: daysOff,
    registry,
    opt_out: optOut,
    record_years: recordYears,
    caller_number: callerNumber,
    ...others
  } = facts;
  return {
    ...rest,
    validFrom,
    validTo,
    readOn,
    facts: {
      ...others,
      optOut,
      recordYears,
      callerNumber,
      registry: registry && { name: registry.name, maxAgeDays: registry.max_age_days },
      daysOff: daysOff && daysOffOf(daysOff, holidays),
    },
  };
}

type DaysOff = NonNullable<z.infer<typeof Facts>['days_off']>;

function daysOffOf(
  { public_holidays: area, by_part: byPart }: DaysOff,
  { source, dates }: z.infer<typeof Holidays>,
) {
  const known = dates[area];
  if (known === undefined) throw new Error(`${HOLIDAYS} has no public holidays of ${area}`);
  if (!byPart) return { what: `public holidays of ${area}`, source, dates: Object.keys(known) };
  const ofParts = Object.entries(dates)
    .filter(([part]) => part === area || part.startsWith(`${area}-`))
    .flatMap(([part, days]) => Object.keys(days).map((date) => `${date} ${part}`));
  return { what: `public holidays of ${area} and its parts`, source, dates: ofParts };
}

let presets: readonly Preset[] | undefined;

/** Those of the package, read once. */
export const knownPresets = (): readonly Preset[] => (presets ??= readPresets());
