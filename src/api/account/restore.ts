import * as z from 'zod';
import { RESTORE_SIGNS } from '../../domain/restore/restore.ts';
import type { Restore } from '../../store/restore-store.ts';
import { signalDiallingCampaigns } from '../campaigns/campaigns.ts';
import { webhooksOf } from '../campaigns/webhook-status.ts';
import { inJson } from '../http/answers/in-json.ts';
import { routes, routesOf } from '../http/routes.ts';
import { Instant, isoOrNull } from '../http/schemas.ts';
import { AccountStateView, stateView } from './account-view.ts';

const Counts = z.object({
  followed: z.int(),
  unknown: z.int(),
  not_dialled: z.int(),
  lost: z.int(),
});

const RestoreView = z
  .object({
    open: z
      .object({
        found_at: Instant,
        sign: z.enum(RESTORE_SIGNS),
        text: z.string().meta({ description: 'What showed it.' }),
        as_of: Instant.nullable().meta({
          description:
            'The last change of a call that the database knew of. What people have entered since then is lost too.',
        }),
        read_at: Instant.nullable().meta({
          description: 'When all calls in Temporal had been read; null: not yet.',
        }),
        calls: Counts.meta({
          description:
            'Calls that were forgotten. `followed`: the carrier\u2019s id is known, so each is followed to its end. `unknown`: ' +
            'it may have been placed, and its contact is locked. `not_dialled`: no POST of it can be out. `lost`: its contact ' +
            'is not in the database.',
        }),
        unexplained: z
          .int()
          .nullable()
          .meta({
            description:
              'Placements that were made, and of which nobody knows the call: people who would be called again. Null: nobody ' +
              'knows how many.',
          }),
        lost: z
          .array(z.object({ ref: z.string(), carrier_call_id: z.string().nullable() }))
          .meta({ description: 'The first hundred.' }),
      })
      .nullable()
      .meta({ description: 'Null: the database is not known to be older than what has happened.' }),
  })
  .meta({ id: 'Restore' });

const ReleaseInput = z
  .strictObject({
    unexplained: z
      .int()
      .min(1)
      .nullish()
      .meta({ description: 'The number that `unexplained` shows, if it is not 0.' }),
  })
  .nullish();

const { reads, changes } = routesOf('account');

export const restoreRoutes = routes((app, deps) => {
  app.get(
    '/account/restore',
    reads('read', {
      operationId: 'getRestore',
      summary:
        'Show whether the database was restored from an old copy, and what became of the calls since',
      response: { 200: RestoreView },
    }),
    async (): Promise<z.infer<typeof RestoreView>> => {
      const restore = await deps.store.restore();
      return { open: restore ? restoreView(restore) : null };
    },
  );

  app.post(
    '/account/restore/release',
    changes('admin', {
      operationId: 'releaseRestore',
      summary: 'Let the account dial again after the database was restored',
      body: ReleaseInput,
      problems: [409],
      response: { 200: AccountStateView },
    }),
    async (request, reply): Promise<z.infer<typeof AccountStateView>> => {
      const unexplained = request.body?.unexplained ?? null;
      const input = { unexplained, nowMs: deps.nowMs() };
      const written = await deps.store.releaseRestore(input, request.idempotency);
      signalDiallingCampaigns(deps);
      const account = reply.answerOf(written);
      const { hold } = deps.settings.timing;
      return stateView(account, hold, await webhooksOf(deps), deps.nowMs());
    },
  );
});

function restoreView(restore: Restore): NonNullable<z.infer<typeof RestoreView>['open']> {
  const { sign, calls, lost } = restore;
  return {
    ...inJson(restore),
    sign: sign.kind,
    text: sign.text,
    as_of: isoOrNull(restore.asOfMs),
    calls: { ...calls, not_dialled: calls['not-dialled'] },
    lost: lost.map(inJson),
  };
}
