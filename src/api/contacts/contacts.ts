import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { mayDial } from '../../domain/campaigns/campaign-state.ts';
import { dataKeyOf } from '../../domain/contacts/details.ts';
import { zonesNamed } from '../../domain/contacts/contact-zones.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { Campaign } from '../../store/campaigns/campaign-store.ts';
import type { Import } from '../../store/campaigns/import-store.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import { CampaignParams } from '../campaigns/campaigns.ts';
import type { ColumnMapping } from '../../domain/lists/column-suggestion.ts';
import { ContactReader } from './rows/contact-rows.ts';
import { CONTACT_COLUMNS } from './rows/row-fields.ts';
import { invalidParameters } from '../http/problem.ts';
import type { Store } from '../../store/store.ts';
import { routes, routesOf } from '../http/routes.ts';
import {
  DEDUPE_FIELDS,
  INLINE_ROWS,
  ImportReportView,
  dedupeOf,
  importReportView,
} from './import-view.ts';
import { ImportDryRunView, dryRunImport } from './import-dry-run.ts';
import { receiveRows, rowsBody, takeRowStreams, type RowsBody } from './row-bodies.ts';
import { examineList } from './list-examination.ts';
import { NOTICES_VIEW, mustBeAnswered } from './import-notices.ts';
import { DefaultCountry } from './numbers/requested-number.ts';
import { runImport } from './run-import.ts';
import { jsonAnswer } from '../http/schemas.ts';
import { isEncoding } from '../http/text/body-text.ts';

const { changes } = routesOf('contacts');

const LARGEST_IMPORT_BYTES = 512 * 1_048_576;
const MOST_ROWS = 2_000_000;
/** Shorter than the usual timeout of proxies between client and server. */
const ANSWER_WITHIN_MS = 25_000;

const COLUMN_NAMES: readonly string[] = CONTACT_COLUMNS;
const WRONG_MAPPING = `must be a JSON object of headers with one of ${COLUMN_NAMES.join(', ')}, data.FIELD, or null for columns that are not read`;
const Mapping = z
  .string()
  .max(8_000)
  .refine((text) => readMapping(text) !== undefined, WRONG_MAPPING)
  .meta({
    description:
      'What the columns of CSV are, by their titles, as JSON. Null: the column is not read. Several may be parts of ' +
      '`name`, `do_not_call` or `suppress`. A title that stands twice is `Phone`, then `Phone (2)`. A refused header line is ' +
      'answered with `suggested_mapping`.',
    example: '{"Phone": "number", "First name": "name", "Last name": "name", "Notes": null}',
  });

function readMapping(text: string): ColumnMapping | undefined {
  try {
    const mapping = z.record(z.string(), z.string().nullable()).parse(JSON.parse(text));
    const isRight = Object.values(mapping).every(
      (column) => column === null || COLUMN_NAMES.includes(column) || dataKeyOf(column),
    );
    return isRight ? mapping : undefined;
  } catch {
    return undefined;
  }
}

const mappingOf = (text: string | undefined): ColumnMapping =>
  (text === undefined ? undefined : readMapping(text)) ?? {};

const ImportQuery = z
  .strictObject({
    ...DEDUPE_FIELDS,
    dry_run: z
      .stringbool('must be true or false')
      .default(false)
      .meta({
        description:
          'Whether only to say what the import would do with each row. Nothing is written, and an `Idempotency-Key` is ' +
          'not used up.',
      }),
    mapping: Mapping.optional(),
    encoding: z
      .string()
      .max(40)
      .refine(isEncoding, 'must be an encoding such as utf-8, windows-1252 or utf-16le')
      .optional()
      .meta({
        description:
          'Of a table. Left out: that of the content type, else UTF-8, or UTF-16 with a byte order mark. Text that is ' +
          'neither is refused with the encoding that it probably has and some of its texts; a dry run reads it so.',
        example: 'windows-1252',
      }),
    sheet: z.string().max(100).optional().meta({
      description:
        'Of a workbook, by its name. Left out: the only one that has rows; if there are several, the answer 422 names them.',
    }),
    suppress_list: z.string().max(64).optional().meta({
      description:
        'The suppression list that the numbers of rows go on whose `suppress` says yes. They stay there when the import is over.',
    }),
    footer: z
      .enum(['leave_out', 'rows'])
      .optional()
      .meta({
        description:
          'What the lines of a report below its rows are, such as totals and copyright: left out, or rows like others. ' +
          'Left out: a table that seems to have a footer is refused with its lines; a dry run leaves them out.',
      }),
    default_country: DefaultCountry.optional().meta({
      description:
        'The country of numbers without a country code: `07700 900123`, and `447700900123`, from which a spreadsheet ' +
        'has removed the `+`. Left out: such numbers are refused.',
      example: 'GB',
    }),
    zone: z
      .string()
      .max(1_000)
      .superRefine((text, context) => {
        const read = zonesNamed(text);
        if ('fault' in read) context.addIssue({ code: 'custom', message: read.fault });
      })
      .optional()
      .meta({
        description:
          'The zone of rows that name none; several are separated by `|`. Left out: the zones of its state and postal code ' +
          'and of its area code, else of its country; all must be open. The campaign’s zone if nothing says where it is.',
      }),
  })
  .refine(({ dedupe, dedupe_days: days }) => days === undefined || dedupe === 'account', {
    path: ['dedupe_days'],
    message: 'needs dedupe=account',
  });

const ImportAnswer = ImportReportView.extend(NOTICES_VIEW).meta({ id: 'ImportAnswer' });
const ImportDryRunAnswer = ImportDryRunView.extend(NOTICES_VIEW).meta({ id: 'ImportDryRun' });

type ImportInput = z.infer<typeof ImportQuery>;

/** What the query says wins: programs add a charset to the content type by themselves. */
const asSaid = (received: RowsBody, { encoding, mapping, sheet }: ImportInput): RowsBody => ({
  ...received,
  sheet,
  encoding: (received.format === 'table' ? encoding : undefined) ?? received.encoding,
  mapping: mappingOf(mapping),
});

export const contactRoutes = routes((app, deps) => {
  takeRowStreams(app);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  app.post(
    '/campaigns/:campaignId/contacts',
    changes('operate', {
      operationId: 'addContacts',
      summary: 'Add contacts, as CSV, NDJSON or JSON',
      description:
        'Columns or fields: `number` (needed; international, with `+` or `00`), `name`, `row_key`, `zone`, ' +
        '`agent_id`, `not_before`, `not_after`, `calling_code` or `country` (of numbers without it), `region`, `postal_code`, `do_not_call` ' +
        '(leaves the row out), `suppress` (puts its number on `suppress_list` too). CSV has a header line and `,`, `;`, `|` or tabs between fields; columns that are called otherwise are ' +
        'named by `mapping`. The list of left-out rows may be corrected and sent again as it is. Rows that ' +
        'cannot be used are listed in the answer, and the others are added. Up to 512 MiB and 2,000,000 rows; ' +
        'a malformed text adds none. An import that takes longer than 25 seconds is answered with 202 and continues. ' +
        'With an `Idempotency-Key` a request that was cut off goes on ' +
        'where it stopped. `dry_run=true` is answered when all rows were read: minutes for a million.',
      params: CampaignParams,
      querystring: ImportQuery,
      body: rowsBody,
      response: {
        200: jsonAnswer(
          'What became of each row; with `dry_run`, what would become of it',
          z.union([ImportAnswer, ImportDryRunAnswer]),
        ),
        202: jsonAnswer('The counts so far; the import continues at Location', ImportAnswer),
      },
      problems: [409, 503],
      forbids: 'list',
    }),
    async (request, reply) => {
      const received = await receiveRows(request, LARGEST_IMPORT_BYTES);
      await using held = new AsyncDisposableStack();
      held.use(received.spooled);
      request.bodyDigest = digestWith(received.spooled.digest, request);
      const { body, notices } = await examineList(asSaid(received, request.query), {
        most: MOST_ROWS,
        footer: request.query.footer,
      });
      await mustKnowList(deps.store, request.query);
      const campaign = await deps.store.campaign(request.params.campaignId);
      const dedupe = dedupeOf(request.query);
      const reader = readerFor(campaign, request.query, deps.nowMs());
      if (request.query.dry_run) {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const signal = AbortSignal.any([gone.signal, closing.signal]);
        const dryRun = { campaignId: campaign.id, dedupe, body, reader, signal };
        return reply.send({ ...(await dryRunImport(deps, dryRun)), notices });
      }
      mustBeAnswered(notices);
      const begin = { id: newImportId(), campaignId: campaign.id, dedupe, nowMs: deps.nowMs() };
      const begun = reply.answerOf(await deps.store.beginImport(begin, request.idempotency));
      const onBatch = wakingCampaign(deps, begun);
      const stopping = () => closing.signal.aborted;
      const suppress = suppressingOn(deps, request);
      const run = runImport(deps, { begun, body, reader, stopping, onBatch, suppress });
      const path = `/v1/campaigns/${campaign.id}/imports/${begun.id}`;
      reply.header('location', path);
      if (!(await endsWithin(run, deps.settings.importAnswerMs ?? ANSWER_WITHIN_MS))) {
        const rest = held.move();
        deps.background.run(`import ${begun.id}`, async () => {
          await run.catch(logStopTo(request));
          await rest.disposeAsync();
        });
        reply.code(202);
      }
      const progress = await deps.store.import(campaign.id, begun.id);
      const { items } = await deps.store.leftOutRows(begun.id, { limit: INLINE_ROWS });
      const reasons = await deps.store.leftOutReasons(begun.id);
      return reply.send({ ...importReportView(progress, items, reasons), notices });
    },
  );
});

/** False: it is still running after `ms`. @throws the error of `run` if it fails before */
async function endsWithin(run: Promise<unknown>, ms: number): Promise<boolean> {
  const patience = new AbortController();
  const late = sleep(ms, false, { signal: patience.signal }).catch(() => false);
  try {
    return await Promise.race([run.then(() => true), late]);
  } finally {
    patience.abort();
  }
}

const logStopTo = (request: FastifyRequest) => (error: unknown) =>
  request.log.warn({ err: error }, 'an import stopped; the same request with its key continues it');

const newImportId = () => `i${randomBytes(9).toString('hex')}`;

/** The digest includes the type, because the same text with another type is another request. */
const digestWith = (digest: string, { mediaType }: FastifyRequest): string =>
  createHash('sha256').update([digest, mediaType].join('\n')).digest('hex');

const readerFor = (
  { policy }: Campaign,
  { zone, default_country: country, suppress_list: list }: ImportInput,
  nowMs: number,
) => {
  const named = zone === undefined ? undefined : zonesNamed(zone);
  return new ContactReader({
    defaultCountry: country ?? null,
    suppressionList: list ?? null,
    countries: policy.countries,
    zones: named && 'zones' in named ? named.zones : null,
    nowMs,
  });
};

/** The numbers of a batch at a time. One that is on the list already stays there. */
function suppressingOn(
  { store, nowMs }: Pick<ResourceDeps, 'store' | 'nowMs'>,
  { query, idempotency }: Pick<FastifyRequest, 'idempotency'> & { query: ImportInput },
): (numbers: readonly string[]) => Promise<void> {
  return async (numbers) => {
    const list = query.suppress_list;
    if (list === undefined || numbers.length === 0) return;
    // The key of the request belongs to the import.
    const by = { ...idempotency, key: null };
    await store.suppress({ list, numbers: [...numbers], untilMs: null, nowMs: nowMs() }, by);
  };
}

/** @throws Problem 422 for a list that there is not, or that is needed and not named */
async function mustKnowList(
  store: Store,
  { suppress_list: named, mapping }: ImportInput,
): Promise<void> {
  const lists = (await store.suppressionLists()).map(({ id }) => id);
  if (named !== undefined && !lists.includes(named)) {
    throw invalidParameters({ suppress_list: `there is no suppression list ${named}` });
  }
  if (named === undefined && Object.values(mappingOf(mapping)).includes('suppress')) {
    throw invalidParameters({ suppress_list: 'is needed, because a column is `suppress`' });
  }
}

/** Wakes the campaign when the first new contacts are added, and when the last are. */
function wakingCampaign(deps: ResourceDeps, begun: Import): (progress: Import) => void {
  let isWoken = false;
  return ({ campaignId, accepted, state }) => {
    if (accepted === begun.accepted || (isWoken && state === 'open')) return;
    isWoken = true;
    wakeForNewContacts(deps, campaignId);
  };
}

function wakeForNewContacts({ store, gateway, background }: ResourceDeps, id: CampaignId): void {
  background.run(`waking campaign ${id} for its new contacts`, async () => {
    const { state } = await store.campaign(id);
    if (mayDial(state)) await gateway.wakeCampaign(id);
  });
}
