/** The JSON forms of erasures. */
import * as z from 'zod';
import { ERASURE_STEPS } from '../../domain/privacy/erasure.ts';
import type { Erasure, ErasureSubject, HoldingList } from '../../store/privacy/privacy-store.ts';
import { requireNumber } from '../contacts/numbers/requested-number.ts';
import { inJson } from '../http/answers/in-json.ts';
import { invalidField } from '../http/problem.ts';
import { Instant } from '../http/schemas.ts';

export const ErasureInput = z
  .strictObject({
    number: z.string().max(40).optional(),
    row_key: z.string().min(1).max(255).optional().meta({
      description:
        'Every number of the contacts with this key is erased, wherever it is. Without `campaign_id` in all campaigns.',
    }),
    campaign_id: z.string().max(64).optional(),
  })
  .refine((given) => (given.number === undefined) !== (given.row_key === undefined), {
    message: 'needs either `number` or `row_key`',
  })
  .refine((given) => given.campaign_id === undefined || given.row_key !== undefined, {
    path: ['campaign_id'],
    message: 'goes with `row_key`; a number is erased in all campaigns',
  })
  .meta({ id: 'ErasureInput' });

export const NumberInput = z
  .strictObject({ number: z.string().max(40) })
  .meta({ id: 'ErasedNumberInput' });

export const AllowedView = z
  .object({
    allowed: z.literal(true),
    suppression_lists: z
      .array(
        z.object({
          id: z.string(),
          until: Instant.nullable().meta({ description: 'Null: permanently.' }),
        }),
      )
      .meta({ description: 'The lists that hold the number again.' }),
  })
  .meta({ id: 'AllowedNumber' });

const Counts = z.record(z.string(), z.int()).meta({
  description:
    'By kind, such as `contacts`, `calls`, `recordings`; kinds without any are left out.',
});

export const ErasureView = z
  .object({
    id: z.string(),
    state: z.enum(['open', 'done']),
    step: z
      .enum(ERASURE_STEPS)
      .meta({ description: 'What is being erased; the last one if it is done.' }),
    steps_done: z.int(),
    steps: z.int(),
    waiting_for: z.string().nullable().meta({ description: 'Why it does not go on now.' }),
    erased: Counts,
    asked_at: Instant,
    ended_at: Instant.nullable(),
  })
  .meta({ id: 'Erasure' });

export const ErasurePreviewView = z
  .object({
    numbers: z.int(),
    found: Counts,
    live_calls: z.array(z.string()).meta({
      description: 'The erasure waits until they are over; no further call is placed.',
    }),
  })
  .meta({ id: 'ErasurePreview' });

/** @throws Problem 422 */
export function subjectOf(given: z.infer<typeof ErasureInput>): ErasureSubject {
  const { number, row_key: rowKey, campaign_id: campaignId } = given;
  if (number !== undefined) return { number: requireNumber(number) };
  if (rowKey === undefined) throw invalidField('#/row_key', 'is missing');
  return { rowKey, campaignId };
}

export function erasureView(erasure: Erasure): z.infer<typeof ErasureView> {
  const { state, step } = erasure;
  return {
    ...inJson(erasure),
    steps_done: state === 'done' ? ERASURE_STEPS.length : ERASURE_STEPS.indexOf(step),
    steps: ERASURE_STEPS.length,
  };
}

export const allowedView = ({
  allowed,
  lists,
}: {
  allowed: true;
  lists: readonly HoldingList[];
}): z.infer<typeof AllowedView> => ({
  allowed,
  suppression_lists: lists.map(inJson),
});
