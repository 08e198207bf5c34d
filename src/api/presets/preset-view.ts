/** Presets as the API shows them: facts with their sources, what no rule keeps, and what is not known. */
import * as z from 'zod';
import { ClosedDate } from '../campaigns/calling-hours-view.ts';
import { isKept, type PresetChange } from '../../domain/presets/apply-preset.ts';
import type { Policy } from '../../domain/campaigns/policy.ts';
import {
  isInForce,
  notEnforced,
  PURPOSES,
  unknownFacts,
  type Preset,
} from '../../domain/presets/preset.ts';
import { hoursView, Hours } from '../campaigns/calling-hours-view.ts';
import { snake } from '../http/answers/in-json.ts';
import { knownPresets } from './preset-files.ts';

const Cap = z.object({
  most: z.int(),
  days: z.int(),
  scope: z.enum(['number', 'person', 'debt', 'subject']),
  counts: z.enum(['dials', 'talks']),
});

const Rest = z.object({
  after: z.enum(['talk', 'refusal']),
  days: z.int().nullable().meta({ description: 'Null: never again.' }),
  text: z.string(),
});

export const PresetView = z
  .object({
    id: z.string(),
    edition: z.int().meta({ description: 'Counts from 1 with each change of its facts.' }),
    area: z.string().meta({ description: 'ISO 3166-2, or ISO 3166-1 for a whole country.' }),
    title: z.string(),
    purpose: z.enum(PURPOSES),
    audience: z.enum(['consumer', 'business', 'anybody']),
    valid_from: z.iso.date().nullable(),
    valid_to: z.iso.date().nullable(),
    in_force: z.boolean().meta({ description: 'Whether today, in UTC, lies between these dates.' }),
    certainty: z.enum(['reported', 'partial']).meta({
      description:
        '`reported`: read where others report the rule; `partial`: of only some facts. None of it is legal advice.',
    }),
    read_on: z.iso.date(),
    sources: z.array(z.string()),
    calling_hours: z.array(Hours).nullable(),
    days_off: z
      .object({ what: z.string(), source: z.string(), dates: z.array(ClosedDate) })
      .nullable(),
    call_caps: z.array(Cap),
    rests: z.array(Rest).meta({
      description:
        'How long nobody is called after a conversation or a refusal. Agents say by the outcome that it was one.',
    }),
    not_enforced: z.array(z.object({ fact: z.string(), text: z.string() })).meta({
      description: 'What no rule of a campaign keeps: a person must see to it.',
    }),
    unknown: z.array(z.string()).meta({
      description: 'Facts that no source shows. Nothing follows from it for what is allowed.',
    }),
  })
  .meta({ id: 'RulePreset' });

export function presetView(preset: Preset, nowMs: number): z.infer<typeof PresetView> {
  const { facts, validFrom, validTo, readOn, sources, ...rest } = preset;
  return {
    ...rest,
    valid_from: validFrom,
    valid_to: validTo,
    in_force: isInForce(preset, dateAt(nowMs)),
    read_on: readOn,
    sources: [...sources],
    calling_hours: facts.hours === undefined ? null : hoursView(facts.hours),
    days_off: facts.daysOff ? { ...facts.daysOff, dates: [...facts.daysOff.dates] } : null,
    call_caps: [...(facts.caps ?? [])],
    rests: [...(facts.rests ?? [])],
    not_enforced: notEnforced(preset).map(({ fact, text }) => ({ fact: snake(fact), text })),
    unknown: unknownFacts(preset).map(snake),
  };
}

const dateAt = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10);

export const ChangeView = z.object({
  rule: z.enum(['calling hours', 'closed dates', 'caps']),
  before: z.string(),
  after: z.string(),
  loosens: z.boolean().meta({
    description: 'The campaign forbids something now that it would allow then.',
  }),
});
export const changeViews = (changes: readonly PresetChange[]): z.infer<typeof ChangeView>[] =>
  changes.map((change) => ({ ...change }));

/** A newer edition is never applied by itself. */
export const AppliedPresetView = z
  .object({
    id: z.string(),
    edition: z.int(),
    newest_edition: z.int().nullable().meta({
      description:
        'A newer one is offered and never applied by itself. Null: this version of Dialwright has no preset of this id.',
    }),
    in_force: z.boolean(),
    kept: z.boolean().meta({
      description: 'Whether the rules still forbid all that the newest edition forbids.',
    }),
  })
  .meta({ id: 'AppliedRulePreset' });

export const appliedPresets = (
  policy: Policy,
  nowMs: number,
): z.infer<typeof AppliedPresetView>[] =>
  (policy.presets ?? []).map(({ id, edition }) => {
    const newest = knownPresets().find((preset) => preset.id === id);
    return {
      id,
      edition,
      newest_edition: newest?.edition ?? null,
      in_force: newest !== undefined && isInForce(newest, dateAt(nowMs)),
      kept: newest !== undefined && isKept(policy, newest),
    };
  });
