/** The operations that the interface document only names (4.7). Methods, paths and bodies are the simulator's own. */
import { json, notFound, type Answer } from '../answer.ts';
import type { Call } from '../state/carrier-state.ts';
import { literalOf } from '../money.ts';
import type { SimulatorOptions } from '../options.ts';
import { fundsOf } from '../calls/refusing.ts';
import { note, recordAnswer } from './resource-answers.ts';
import type { Asking, Route } from '../routing.ts';
import { elapsedMs, type World } from '../world.ts';

/** The balance that an account without a limit shows. */
const PLENTY = 1_000_000_000_000n;
const E164 = /^\+[1-9]\d{6,14}$/;
const FOR_SALE = ['+12025550180', '+12025550181', '+12025550182'];

export const declaredOperationRoutes = ({
  variant: { operationsRoot: root },
}: SimulatorOptions): Route[] => [
  { method: 'GET', path: `${root}/balance`, area: 'balance', answer: balance },
  { method: 'GET', path: `${root}/transactions`, area: 'transactions', answer: transactions },
  { method: 'GET', path: `${root}/transactions.csv`, area: 'csv-export', answer: csvExport },
  { method: 'GET', path: `${root}/cdr`, area: 'cdr', answer: cdr },
  { method: 'POST', path: `${root}/messages`, area: 'sms', answer: sendMessage },
  { method: 'GET', path: `${root}/asr`, area: 'asr', answer: asr },
  { method: 'GET', path: `${root}/available_numbers`, area: 'number-search', answer: search },
  { method: 'POST', path: `${root}/purchases`, area: 'number-purchase', answer: purchase },
  { method: 'GET', path: `${root}/risk/{number}`, area: 'risk-check', answer: risk },
];

function balance({ world }: Asking): Answer {
  const funds = fundsOf(world, elapsedMs(world)) ?? PLENTY;
  const left = funds - world.carrierState.committed;
  const shown = left < 0n ? `-${literalOf(-left)}` : literalOf(left);
  return json(200, { balance: shown, currency: 'EUR' });
}

interface Transaction {
  call: string;
  at: string;
  amount: string;
}

function transactionsOf({ carrierState }: World): Transaction[] {
  return billed(carrierState.calls.values()).map(({ call, billedAtMs, cost }) => ({
    call,
    at: new Date(billedAtMs).toISOString(),
    amount: `-${cost}`,
  }));
}

const billed = (calls: Iterable<Call>): (Call & { cost: string })[] =>
  [...calls].filter((call): call is Call & { cost: string } => call.cost !== null);

function transactions({ world }: Asking): Answer {
  return json(200, { transactions: transactionsOf(world) });
}

function csvExport({ world }: Asking): Answer {
  const rows = transactionsOf(world).map(({ call, at, amount }) => `${call},${at},${amount}`);
  const body = `${['call,at,amount', ...rows].join('\r\n')}\r\n`;
  return { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' }, body };
}

type OverCall = Call & { endedAtMs: number };

/** Ended calls, billed or not, oldest first. With `from` and `to`: those that began in that span. */
function callsOver({ world, query }: Asking): OverCall[] {
  const from = Date.parse(query.get('from') ?? '') || 0;
  const to = Date.parse(query.get('to') ?? '') || Infinity;
  return [...world.carrierState.calls.values()]
    .filter((call): call is OverCall => call.endedAtMs !== null)
    .filter((call) => Date.parse(call.created_at) >= from && Date.parse(call.created_at) < to);
}

/** Call records, of one number if `destination` is given; all of them, or one `page`, from 1. */
function cdr(asking: Asking): Answer {
  const { world, query } = asking;
  const destination = query.get('destination');
  const calls = callsOver(asking).filter(
    (call) => destination === null || call.destination === destination,
  );
  const { cdrPageSize: size } = world.options.variant;
  const page = Number(query.get('page') ?? 0);
  const shown = page > 0 ? calls.slice((page - 1) * size, page * size) : calls;
  return json(200, { records: shown.map(recordOf) });
}

const recordOf = (call: OverCall) => ({
  call_id: call.call,
  callback_url: call.callbackUrl,
  destination: call.destination,
  agent: call.agent.value,
  status: call.state,
  created_at: call.created_at,
  ended_at: new Date(call.endedAtMs).toISOString(),
  seconds: (call.endedAtMs - Date.parse(call.created_at)) / 1_000,
  cost: call.cost,
});

function asr(asking: Asking): Answer {
  const over = callsOver(asking);
  const answered = over.filter(({ bridged }) => bridged).length;
  const ratio = over.length === 0 ? null : answered / over.length;
  return json(200, { attempts: over.length, answered, asr: ratio });
}

async function sendMessage(asking: Asking): Promise<Answer> {
  const { world } = asking;
  const { to, text, ...more } = fieldsOf(asking.body);
  const faults = {
    ...(typeof to === 'string' && E164.test(to) ? {} : { to: ['must be an E.164 number'] }),
    ...(typeof text === 'string' && text !== '' ? {} : { text: ['is empty'] }),
  };
  if (Object.keys(faults).length > 0) return json(422, { errors: faults });
  const id = world.directory.nextId('messages');
  const fields = { to, text, ...more, status: 'queued' };
  const sent = { area: 'messages', owner: null, id, change: 'created', fields } as const;
  return recordAnswer(world, world.options.variant.createStatus, await note(asking, sent));
}

function search({ world, query }: Asking): Answer {
  const prefix = query.get('prefix') ?? '';
  const free = FOR_SALE.filter(
    (number) => number.startsWith(prefix) && !world.directory.purchase(number),
  );
  return json(200, { numbers: free.map((number) => ({ number, monthly: '1.50' })) });
}

async function purchase(asking: Asking): Promise<Answer> {
  const { world, body } = asking;
  const { number } = fieldsOf(body);
  const free = typeof number === 'string' && FOR_SALE.includes(number);
  if (!free || world.directory.purchase(number))
    return json(422, { errors: { number: ['is not for sale'] } });
  const id = world.directory.nextId('numbers');
  const bought = {
    area: 'numbers',
    owner: null,
    id,
    change: 'created',
    fields: { number },
  } as const;
  return recordAnswer(world, world.options.variant.createStatus, await note(asking, bought));
}

function risk({ named }: Asking): Answer {
  const { number = '' } = named;
  if (!E164.test(number)) return notFound();
  const spam = number.endsWith('99');
  return json(200, { number, score: spam ? 0.91 : 0.04, flags: spam ? ['spam'] : [] });
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
