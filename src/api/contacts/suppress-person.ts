/** All numbers of a person on a suppression list. */
import * as z from 'zod';
import { Problem } from '../http/problem.ts';
import { routes, routesOf } from '../http/routes.ts';
import { Instant, isoOrNull, jsonAnswer, millisOrNull } from '../http/schemas.ts';
import { EntryInput, ListParams } from './suppression-input.ts';

const { changes } = routesOf('suppressions');

const PersonEntryView = z.object({
  numbers: z.int().meta({ description: 'Numbers of the person.' }),
  added: z.int(),
  known: z.int().meta({ description: 'On the list before.' }),
  until: Instant.nullable(),
});

export const suppressPersonRoute = routes((app, { store, nowMs }) => {
  app.put(
    '/suppressions/:listId/persons/:personKey',
    changes('operate', {
      operationId: 'suppressPerson',
      forbids: 'account',
      summary: 'Suppress all numbers of a person; after the answer, no POST to them is sent',
      description:
        'The numbers of all contacts with this `person_key`, in every campaign. Numbers that are added later are not on the list.',
      params: ListParams.extend({ personKey: z.string().min(1).max(100) }),
      body: EntryInput,
      response: { 200: jsonAnswer('Suppressed', PersonEntryView) },
    }),
    async (request, reply) => {
      const { listId: list, personKey } = request.params;
      const numbers = await store.numbersOfPerson(personKey);
      if (numbers.length === 0) throw noSuchPerson();
      const untilMs = millisOrNull(request.body?.until);
      const addition = { list, numbers, untilMs, nowMs: nowMs() };
      const { added, known } = reply.answerOf(await store.suppress(addition, request.idempotency));
      return { numbers: numbers.length, added, known, until: isoOrNull(untilMs) };
    },
  );
});

const noSuchPerson = () =>
  new Problem({ status: 404, code: 'not_found', detail: 'No contact has this person key.' });
