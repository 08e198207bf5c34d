/** Reads the carrier's call records and answer-seizure ratio as the profile declares them, because the document does not show them (4.7). */
import { createHash } from 'node:crypto';
import {
  isCarrierState,
  isTerminalState,
  type TerminalState,
} from '../../domain/calls/call-state.ts';
import { formatMoney, parseMoney } from '../../domain/money.ts';
import type { PlacementKey } from '../../domain/ids.ts';
import type { CallRecord, Span } from '../../domain/reconciliation/reconciliation.ts';
import type { CarrierAccount, OperationAnswer } from '../carrier-account/account.ts';
import { listOf, type Answered } from '../carrier-account/account-answer.ts';
import { usableId } from '../calls/call-resource.ts';
import { CarrierError } from '../http/errors.ts';
import { at, isObject, own, type JsonObject } from '../http/json.ts';
import { declaredOperation, parametersOf } from '../carrier-account/operations.ts';
import type { CarrierProfile, DeclaredOperation } from '../http/profile.ts';

export interface RecordsSettings {
  account: Pick<CarrierAccount, 'run'>;
  profile: CarrierProfile;
  /** The placement whose callback URL this is; undefined: the URL is not ours. */
  placementOf: (url: string) => PlacementKey | undefined;
}

export interface ReadRecords {
  records: CallRecord[];
  /** Number of items without a usable id. */
  unreadable: number;
  /** Number of records whose cost is not an amount. They count as not priced yet. */
  unreadableCosts: number;
}

/** Limit for one span, because its records are compared in memory. For more, use shorter spans. */
export const MOST_RECORDS = 100_000;
const MOST_PAGES = 2_000;

/**
 * All call records of a span, page by page where the declaration has a `{page}` or a `{cursor}`.
 * @param tick called after each page
 * @throws CarrierInputError if `cdr` is not declared or needs a value that is not known; CarrierError
 */
export async function readCallRecords(
  settings: RecordsSettings,
  span: Span,
  tick: () => void = () => undefined,
): Promise<ReadRecords> {
  const declared = declaredOperation('cdr', settings.profile);
  const read: ReadRecords = { records: [], unreadable: 0, unreadableCosts: 0 };
  for await (const items of pagesOf(settings, declared, span)) {
    for (const item of items) {
      const record = recordOf(item, declared, settings);
      if (record && hasOddCost(item, declared)) read.unreadableCosts += 1;
      if (record) read.records.push(record);
      else read.unreadable += 1;
    }
    if (read.records.length + read.unreadable > MOST_RECORDS) throw tooMany();
    tick();
  }
  return read;
}

const tooMany = () =>
  new CarrierError('unreadable', `more than ${MOST_RECORDS} call records: choose a shorter span`);

/** The declared ratio, from 0 to 1 with four decimals; null: the answer has none. `ofSpan`: it is the ratio of the span. */
export async function readSeizureRatio(
  { account, profile }: Pick<RecordsSettings, 'account' | 'profile'>,
  span: Span,
): Promise<{ ratio: number | null; ofSpan: boolean }> {
  const declared = declaredOperation('asr', profile);
  const values = spanValues(declared, span);
  const { fields } = valueOf('asr', await account.run('asr', { values }));
  const percent = numberOf(fields['percent']);
  const ratio = numberOf(fields['ratio']) ?? (percent === null ? null : percent / 100);
  const rounded = ratio === null ? null : Math.round(ratio * 10_000) / 10_000;
  return { ratio: rounded, ofSpan: Object.keys(values).length > 0 };
}

async function* pagesOf(
  { account }: RecordsSettings,
  declared: DeclaredOperation,
  span: Span,
): AsyncGenerator<JsonObject[]> {
  const known = parametersOf(declared);
  const spanned = spanValues(declared, span);
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; page <= MOST_PAGES; page++) {
    const values = {
      ...spanned,
      ...(known.includes('page') && { page: String(page) }),
      ...(cursor !== undefined && { cursor }),
    };
    const answer = valueOf('cdr', await account.run('cdr', { values }));
    const items = itemsOf(answer, declared);
    const before = seen.size;
    for (const item of items) seen.add(hashOf(item));
    // A carrier without pages returns the first page again, in any order; another may repeat its last page.
    if (seen.size === before) return;
    yield items;
    cursor = textOf(answer.fields['next']) ?? undefined;
    const goesOn = known.includes('page') || (known.includes('cursor') && cursor !== undefined);
    if (!goesOn) return;
  }
  throw tooMany();
}

const hashOf = (item: JsonObject): string =>
  createHash('sha256').update(JSON.stringify(item)).digest('base64');

/** The span in all formats that a declaration may use: instants, UTC days, seconds since 1970. */
function spanValues(declared: DeclaredOperation, { fromMs, toMs }: Span): Record<string, string> {
  const known = parametersOf(declared);
  const values = {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    from_date: new Date(fromMs).toISOString().slice(0, 10),
    to_date: new Date(toMs).toISOString().slice(0, 10),
    from_unix: String(Math.floor(fromMs / 1_000)),
    to_unix: String(Math.ceil(toMs / 1_000)),
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => known.includes(name)));
}

function valueOf(name: string, answered: Answered<OperationAnswer>): OperationAnswer {
  if (answered.kind === 'done') return answered.value;
  const [outcome, status] =
    answered.kind === 'refused'
      ? [`refused: HTTP ${answered.status}`, answered.status]
      : ['not there: HTTP 404', 404];
  throw new CarrierError('unreadable', `the operation ${name} was ${outcome}`, { status });
}

function itemsOf({ body, fields }: OperationAnswer, { read }: DeclaredOperation): JsonObject[] {
  const items = Object.hasOwn(read, 'items') ? fields['items'] : listOf(body)?.items;
  if (Array.isArray(items) && items.every(isObject)) return items;
  throw new CarrierError('unreadable', 'the answer of cdr has no list where `read.items` points');
}

function recordOf(
  item: JsonObject,
  { read }: DeclaredOperation,
  { profile, placementOf }: RecordsSettings,
): CallRecord | undefined {
  const field = (name: string): unknown =>
    Object.hasOwn(read, name) ? at(item, read[name]!) : undefined;
  const carrierCallId = usableId(field('id'));
  if (carrierCallId === undefined) return undefined;
  const url = textOf(field('callbackUrl'));
  return {
    carrierCallId,
    placement: (url === null ? undefined : placementOf(url)) ?? null,
    namesUrl: url !== null,
    number: textOf(field('number')),
    agent: textOf(field('agent')),
    startedAtMs: instantOf(field('startedAt')),
    seconds: numberOf(field('duration')),
    ended: endOf(field('status'), profile),
    cost: Object.hasOwn(read, 'cost')
      ? costOf(field('cost'))
      : sumOf(costOf(field('agentCost')), costOf(field('customerCost'))),
  };
}

function endOf(status: unknown, { call }: CarrierProfile): TerminalState | null {
  const text = textOf(status) ?? '';
  const word = own(call.statusWords, text) ?? text;
  return typeof word === 'string' && isCarrierState(word) && isTerminalState(word) ? word : null;
}

const COSTS = ['cost', 'agentCost', 'customerCost'];

function hasOddCost(item: JsonObject, { read }: DeclaredOperation): boolean {
  const values = COSTS.flatMap((name) =>
    Object.hasOwn(read, name) ? [at(item, read[name]!)] : [],
  );
  const given = values.filter((value) => value !== undefined && value !== null && value !== '');
  return given.some((value) => costOf(value) === null);
}

/** A cost that is not an amount counts as not known yet, as in the call resource. */
function costOf(value: unknown): string | null {
  const units = parseMoney(textOf(value) ?? '');
  return units === undefined ? null : formatMoney(units);
}

function sumOf(agent: string | null, customer: string | null): string | null {
  if (agent === null || customer === null) return null;
  return formatMoney(parseMoney(agent)! + parseMoney(customer)!);
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf(value: unknown): number | null {
  const text = textOf(value);
  const number = text === null ? NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

const SECONDS_BELOW = 1e11;

/** Reads an instant: text, in UTC if it has no zone, or seconds or milliseconds since 1970. */
function instantOf(value: unknown): number | null {
  if (typeof value === 'number') return value < SECONDS_BELOW ? value * 1_000 : value;
  if (typeof value !== 'string') return null;
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(value) ? value : `${value.replace(' ', 'T')}Z`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? null : ms;
}
