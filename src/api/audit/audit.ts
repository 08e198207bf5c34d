import * as z from 'zod';
import type { Policy } from '../../domain/campaigns/policy.ts';
import { AUDITED, type AuditEntry } from '../../store/audit-store.ts';
import { policyView } from '../campaigns/policy-view.ts';
import { snake } from '../http/answers/in-json.ts';
import { routes, routesOf } from '../http/routes.ts';
import { PageQuery, listAnswer, pageAnswer, pageRequest } from '../http/answers/pages.ts';
import { GivenInstant, Instant, formatDuration, iso } from '../http/schemas.ts';

const { reads } = routesOf('audit');

const AuditQuery = PageQuery.extend({
  target: z.string().max(128).optional().meta({
    description: 'Path of a resource without /v1/.',
    example: 'campaigns/cabcdefghi',
  }),
  who: z.string().max(64).optional(),
  what: z.enum(AUDITED).optional(),
  before: GivenInstant.optional().meta({ description: 'Only changes before this instant.' }),
});

export const AuditView = z
  .object({
    id: z.int(),
    at: Instant,
    who: z.string().meta({
      description: 'Name of the API key. Automatic changes are attributed to `dialwright`.',
    }),
    what: z.enum(AUDITED),
    target: z.string(),
    target_name: z.string().nullable().meta({
      description: 'What people call it now; null: it is gone, or has no name.',
    }),
    before: z.unknown().meta({ description: 'What was there before the change; null: nothing.' }),
    after: z.unknown(),
  })
  .meta({ id: 'AuditEntry' });

export const auditRoutes = routes((app, { store }) => {
  app.get(
    '/audit',
    reads('read', {
      operationId: 'listAudit',
      summary: 'List who changed what, newest first',
      querystring: AuditQuery,
      response: { 200: pageAnswer('A page of changes', AuditView) },
    }),
    async ({ query }) => {
      const { target, who, what, before } = query;
      const filter = { target, who, what, ...(before && { beforeMs: Date.parse(before) }) };
      return listAnswer(await store.audit(filter, pageRequest(query)), auditView);
    },
  );
});

function auditView({
  atMs,
  targetName,
  before,
  after,
  ...entry
}: AuditEntry): z.infer<typeof AuditView> {
  // The carrier's fields are shown unchanged, because the carrier chose their names.
  const shown = entry.what.startsWith('carrier.')
    ? { before, after }
    : whatDiffers(asShown(before), asShown(after));
  return { ...entry, target_name: targetName, at: iso(atMs), ...shown };
}

/** Converts to the formats of the API: rules, instants and durations as text, names with underscores. */
function asShown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asShown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, held]) => field(name, held)));
}

function field(name: string, held: unknown): [string, unknown][] {
  if (name === 'policy') return Object.entries(shownPolicy(held as Policy));
  const isTime = /(?:At|Until|Since)Ms$|^(?:until|since)Ms$/.test(name);
  const shown = snake(isTime || name.endsWith('Ms') ? name.slice(0, -2) : name);
  if (typeof held !== 'number' || shown === snake(name)) return [[shown, asShown(held)]];
  return [[shown, isTime ? iso(held) : formatDuration(held)]];
}

const shownPolicy = (policy: Policy) => ({
  ...policyView(policy),
  ...(policy.presets && { presets: policy.presets }),
});

/** For an edit, only the fields that it changed. */
function whatDiffers(before: unknown, after: unknown): { before: unknown; after: unknown } {
  if (!isRecord(before) || !isRecord(after)) return { before, after };
  const same = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) === JSON.stringify(after[name]),
  );
  return { before: without(before, same), after: without(after, same) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const without = (record: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
