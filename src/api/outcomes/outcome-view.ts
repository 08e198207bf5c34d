/** The JSON forms of what people say of calls. */
import * as z from 'zod';
import type { Outcome } from '../../store/outcomes/outcome-store.ts';
import { Time } from '../callbacks/callback-input.ts';
import { inJson } from '../http/answers/in-json.ts';
import { Problem } from '../http/problem.ts';
import { entityTag } from '../http/etags.ts';
import { Duration, Instant, Zone } from '../http/schemas.ts';
import { CodeId, OutcomeGroupField } from './outcome-code-view.ts';

/** The most bytes of `data` as JSON. */
const DATA_BYTES = 4_096;

const OutcomeCallbackInput = z.strictObject({
  at: Time.meta({
    description: 'An instant, or local time in `zone`.',
    example: '2026-11-24T10:00',
  }),
  not_after: Time.nullish().meta({
    description: 'Latest time; left out: the end of the day in `zone`.',
  }),
  zone: Zone.nullish().meta({
    description:
      'Left out: the zone of the number’s country if it has only one, else that of the campaign.',
  }),
  prefer_agent_for: Duration.nullish().meta({
    description:
      'For a code whose callback is for the agent of the call: how long only this agent may take it; by default 15m.',
  }),
});

export const OutcomeInput = z
  .strictObject({
    code: CodeId,
    note: z.string().trim().max(2_000).nullish().meta({ description: 'For people.' }),
    data: z
      .record(z.string(), z.unknown())
      .nullish()
      .refine(
        (value) => value == null || Buffer.byteLength(JSON.stringify(value)) <= DATA_BYTES,
        `must be at most ${DATA_BYTES} bytes of JSON`,
      )
      .meta({ description: 'A JSON object of your own, such as the number of an order.' }),
    callback: OutcomeCallbackInput.nullish().meta({
      description: 'When to call back; for codes that make a callback, which need it.',
    }),
  })
  .meta({ id: 'OutcomeInput' });

const EffectView = z.object({
  what: z.enum(['contact', 'callback', 'suppression', 'wrap-up']),
  done: z.boolean(),
  text: z.string(),
});

export const OutcomeView = z
  .object({
    ref: z.string(),
    code: z.string(),
    group: OutcomeGroupField.meta({ description: 'Of the code when it was set.' }),
    note: z.string().nullable(),
    data: z.record(z.string(), z.unknown()).nullable(),
    callback_id: z.string().nullable(),
    effects: z.array(EffectView).meta({
      description:
        'What was done by it, and what was not. A contact that was called again since, is on a call or is locked stays as it is.',
    }),
    version: z.int().meta({ description: 'Counts its changes.' }),
    first_at: Instant,
    at: Instant,
    who: z.string().meta({ description: 'Name of the key that set it.' }),
  })
  .meta({ id: 'Outcome' });

export const outcomeView = (outcome: Outcome): z.infer<typeof OutcomeView> => {
  const { effects, data, ...rest } = outcome;
  return {
    ...inJson(rest),
    data: data as z.infer<typeof OutcomeView>['data'],
    effects: [...effects],
  };
};

export const outcomeTag = ({ ref, version }: Pick<Outcome, 'ref' | 'version'>): string =>
  entityTag([ref, version]);

/** Two people may set it at once: only who has read the outcome that is there may replace it. */
export const alreadySaid = ({ code, who, version, ref }: Outcome): Problem => {
  const etag = outcomeTag({ ref, version });
  return new Problem({
    status: 409,
    code: 'outcome_exists',
    detail: `The call has the outcome ${code} already, set by ${who}. To change it, send its ETag in If-Match.`,
    more: { outcome: code, etag },
    headers: { etag },
  });
};
