/** Operations that the interface document only names (4.7) and the carrier profile declares. */
import * as z from 'zod';
import type { CarrierAccount } from '../../carrier/carrier-account/account.ts';
import { CarrierObject, accessOf, answerFrom, carrierProblems } from './carrier-answers.ts';
import { changeAtCarrier } from './carrier-change.ts';
import { routes, routesOf } from '../http/routes.ts';
import { jsonAnswer } from '../http/schemas.ts';

const { changes } = routesOf('carrier');

const OperationInput = z
  .strictObject({
    values: z
      .record(z.string(), z.string())
      .default({})
      .meta({ description: 'Values for the placeholders in braces of its declaration.' }),
    body: CarrierObject.optional().meta({ description: 'Merged over the declared body.' }),
  })
  .meta({ id: 'CarrierOperationInput' });
const OperationView = z
  .object({
    fields: CarrierObject.meta({ description: 'The values at the pointers of `read`.' }),
    body: z.unknown().meta({ description: 'The JSON that came; text if it is not JSON.' }),
  })
  .meta({ id: 'CarrierOperationAnswer' });

interface Answer {
  fields: Record<string, unknown>;
  body: unknown;
}

const LONGEST_KEPT = 64_000;

/** Keeps single values, such as the id of a new resource. Lists and objects are left out: they may hold personal data. */
export const auditedFields = ({ fields }: Answer): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? '(not kept)' : value,
    ]),
  );

export const repeatable = ({ fields, body }: Answer): Answer => ({
  fields,
  body: JSON.stringify(body ?? null).length > LONGEST_KEPT ? '(too large to keep)' : body,
});

export const carrierOperationRoute = routes((app, deps) => {
  app.post(
    '/carrier/operations/:name',
    changes('admin', {
      operationId: 'runCarrierOperation',
      summary: 'Run an operation that the profile declares (4.7)',
      params: z.object({ name: z.string() }),
      body: OperationInput,
      response: {
        200: jsonAnswer('The answer of the carrier', OperationView),
        ...carrierProblems(),
      },
    }),
    async (request, reply) => {
      const { account, operations } = accessOf(deps);
      const { name } = request.params;
      const { values, body } = request.body;
      const run = (account: CarrierAccount) =>
        account.run(name, { values, ...(body ? { body } : {}) });
      const declared = operations.find((one) => one.name === name)?.declared ?? null;
      // A GET changes nothing, and an operation that is not declared is refused before anything is sent.
      if (declared === null || declared.method === 'GET') return answerFrom(() => run(account));
      // Values may be personal data, so the audit keeps only their names.
      const asked = { values: Object.keys(values), body: Object.keys(body ?? {}) };
      return changeAtCarrier(
        deps,
        { request, reply },
        {
          change: { operation: 'run-operation', target: `carrier/operations/${name}`, asked },
          before: null,
          send: run,
          audited: auditedFields,
          repeatable,
        },
      );
    },
  );
});
