/** The options of the simulated carrier. The command line is derived from them. */
import { z } from 'zod';
import { parseDurationMs, parseSpanMs } from './durations.ts';
import { microsOf } from './money.ts';
import { parseRefusalRule } from './calls/refusals.ts';
import type { Span } from './seeded.ts';
import { variantSchema } from './variants.ts';

const ratio = (value: number, description: string) =>
  z.coerce.number().min(0).max(1).default(value).meta({ description });

const port = (description: string) =>
  z.coerce.number().int().min(0).max(65_535).default(0).meta({ description });

const durationMs = (value: number, description: string) =>
  z
    .union([z.number().nonnegative(), parsed(parseDurationMs, 'a duration such as 30s')])
    .default(value)
    .meta({ description });

const spanMs = (value: Span, description: string) =>
  z
    .union([
      z.tuple([z.number(), z.number()]).readonly(),
      parsed(parseSpanMs, 'a span such as 2s-15s'),
    ])
    .default(value)
    .meta({ description });

const list = <T>(read: (text: string) => T | undefined, form: string, description: string) =>
  z.array(parsed(read, form)).default([]).meta({ description, list: true });

function parsed<T>(read: (text: string) => T | undefined, form: string) {
  return z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `expected ${form}, got "${text}"` });
    return z.NEVER;
  });
}

export const optionsSchema = z.strictObject({
  ledger: z.string().default('simulator-ledger.ndjson').meta({ description: 'ledger file' }),
  host: z.string().default('127.0.0.1').meta({ description: 'address to listen on' }),
  port: port('port of the API; 0 chooses one'),
  storagePort: port('port of the recordings storage; 0 chooses one'),
  apiKey: z.string().min(1).default('simulator-key').meta({ description: 'the one valid key' }),
  seed: z.coerce.string().default('1').meta({ description: 'decides every outcome' }),
  timeFactor: z.coerce
    .number()
    .positive()
    .default(1)
    .meta({ description: 'compresses every duration of the carrier' }),
  deliver: list(
    parseRoute,
    'https://host=http://127.0.0.1:port',
    'where webhooks to an origin go; without a route they fail',
  ),
  recordingWebhookUrl: z
    .string()
    .optional()
    .meta({ description: 'call-recording webhooks of the account' }),
  variant: variantSchema.prefault({}).meta({ description: 'what the document does not show' }),

  refuse: list(
    parseRefusalRule,
    'CODE[:RATIO][@FROM-[TO]][=NUMBER]',
    'refusals: by ratio, in a window since the first start, for numbers such as *99',
  ),
  retryAfterMs: durationMs(
    1_000,
    'the pause that a 429 asks for with Retry-After, in whole seconds; 0: none. Not compressed',
  ),
  balance: z
    .string()
    .refine((text) => microsOf(text) !== undefined, 'expected a decimal such as 12.50')
    .optional()
    .meta({ description: 'money on the account at the start; without it, no limit' }),
  topUp: list(parseTopUp, 'AMOUNT@WHEN such as 10.00@30s', 'added to the balance later'),

  agentUnreached: ratio(0.05, 'calls whose agent does not answer'),
  customerNoAnswer: ratio(0.1, 'calls whose customer does not answer'),
  customerBusy: ratio(0.05, 'calls whose customer is busy'),
  dropped: ratio(0.05, 'calls that break after the bridge'),
  frozen: ratio(0, 'calls that stop moving for ever'),
  forgotten: ratio(0, 'calls that stop moving and are not found from then on'),
  outcomeByLastDigit: z
    .boolean()
    .default(false)
    .meta({ description: "the destination's last digit decides the outcome" }),

  agentRingMs: spanMs([2_000, 12_000], 'from placing to the agent answering'),
  agentGiveUpMs: spanMs([20_000, 45_000], 'ringing of an agent who does not answer'),
  dialMs: spanMs([200, 1_500], 'from the agent answering to the customer ringing'),
  customerRingMs: spanMs([3_000, 20_000], 'ringing of a customer who answers'),
  customerGiveUpMs: spanMs([20_000, 45_000], 'ringing of a customer who does not'),
  talkMs: spanMs([10_000, 120_000], 'from the bridge to the end'),
  skipAgentRinging: ratio(0.1, 'calls without a ringing indication'),
  billingMs: spanMs([2_000, 20_000], 'from the end to the billed record'),
  costPerMinute: z
    .string()
    .refine((text) => microsOf(text) !== undefined, 'expected a decimal such as 0.0125')
    .default('0.0125')
    .meta({ description: 'approximate price of a minute' }),

  costDecimals: z.coerce
    .number()
    .int()
    .min(6)
    .max(30)
    .default(6)
    .meta({ description: 'most decimals of a cost' }),
  negativeCost: ratio(0, 'calls whose cost is a credit'),
  unpriced: ratio(0, 'billed records without a cost, which a second finalized brings'),
  correctedCost: ratio(0, 'costs that a second finalized corrects'),
  correctionMs: spanMs([5_000, 30_000], 'from the billed record to its correction'),

  webhookMs: spanMs([0, 300], 'from an event to its first delivery'),
  finalizedFirst: ratio(0.1, 'calls whose finalized is delivered before their end'),
  duplicateWebhooks: ratio(0.05, 'webhooks delivered twice'),
  lateWebhooks: ratio(0.05, 'webhooks delivered late, so out of order'),
  lateMs: spanMs([5_000, 60_000], 'how late'),
  lostWebhooks: ratio(0, 'webhooks never delivered'),
  lostEvent: list(
    parseLostEvent,
    'NAME:RATIO such as bridged:0.5',
    'events of one name never delivered',
  ),
  lostAcks: ratio(0, 'answers to webhooks that get lost, so that a retry follows'),
  seqGaps: ratio(0, 'events whose event_seq jumps'),
  retryFirstMs: durationMs(30_000, 'wait before the first retry'),
  retryFactor: z.coerce.number().positive().default(2).meta({ description: 'growth of that wait' }),
  retryJitter: ratio(0, 'part of each wait that is left to chance'),
  retries: z.coerce.number().int().min(0).default(5).meta({ description: 'retries of a webhook' }),
  receiverTimeoutMs: durationMs(15_000, 'patience with a receiver; not compressed'),

  answerReset: ratio(0, 'placed, then the connection breaks instead of an answer'),
  answerSilent: ratio(0, 'placed, and never answered'),
  answerHeld: ratio(0, 'placed, and answered late'),
  answerHoldMs: spanMs([1_000, 5_000], 'how late; not compressed'),
  answerUnreadable: ratio(0, 'placed, and answered with a body that is no call'),
  dropBeforeAccept: ratio(0, 'the connection breaks and no call is placed'),
  serverErrorPlaced: ratio(0, 'placed, and answered with a 5xx'),
  serverErrorUnplaced: ratio(0, 'answered with a 5xx, and no call is placed'),
  eventsBeforeAnswer: ratio(0, 'the first webhook is delivered before the answer'),
  readServerError: ratio(0, 'reads of a call answered with a 5xx'),
  readLagMs: durationMs(0, 'how far reads lag behind the call'),

  recorded: ratio(0.8, 'bridged calls that get a recording'),
  recordingReadyMs: spanMs([2_000, 20_000], 'from the end to the recording'),
  lostRecordingWebhooks: ratio(0.1, 'call-recording webhooks never delivered'),
  recordingHops: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .meta({ description: 'redirects of the storage itself before the recording' }),
  downloadCut: ratio(0, 'downloads that break in the middle'),
  downloadStall: ratio(0, 'downloads that fall silent in the middle'),
  downloadServerError: ratio(0, 'downloads answered with a 5xx'),
  linkLifeMs: durationMs(300_000, 'life of a pre-signed link'),
  lookupGapMs: durationMs(60_000, 'least time between two recording lookups'),
  requestGapMs: durationMs(1_000, 'least time between two recording requests'),

  sipAccount: z
    .array(z.string().min(1))
    .default(['agent-1', 'agent-2'])
    .meta({ description: 'names of the SIP accounts', list: true }),
  did: z
    .array(z.string().regex(/^\+\d{7,15}$/, 'expected a number such as +12025550100'))
    .default(['+12025550190', '+12025550191'])
    .meta({
      description: 'numbers of the account, each with a destination and a document',
      list: true,
    }),
  allowedIp: z
    .array(z.union([z.ipv4(), z.ipv6()]))
    .default([])
    .meta({ description: 'addresses that each SIP account allows at the start', list: true }),
  forbid: z.array(z.string().min(1)).default([]).meta({
    description: 'resources and operations answered with 403, such as sip-accounts or cdr',
    list: true,
  }),
  accountServerError: ratio(
    0,
    "requests about the account's resources answered with 503 and not executed",
  ),
  accountRateLimited: ratio(0, 'such requests answered as over a rate limit and not executed'),
});

export type SimulatorOptions = z.output<typeof optionsSchema>;
export type SimulatorInput = z.input<typeof optionsSchema>;

/** Webhooks to the public `origin` are delivered to the local `target`. */
export interface Route {
  origin: string;
  target: string;
}

function parseRoute(text: string): Route | undefined {
  const [origin = '', target = ''] = text.split('=');
  if (!URL.canParse(origin) || !URL.canParse(target)) return undefined;
  return { origin: new URL(origin).origin, target: new URL(target).origin };
}

function parseTopUp(text: string): { amount: bigint; atMs: number } | undefined {
  const [money = '', when = ''] = text.split('@');
  const amount = microsOf(money);
  const atMs = parseDurationMs(when);
  return amount === undefined || atMs === undefined ? undefined : { amount, atMs };
}

function parseLostEvent(text: string): { event: string; ratio: number } | undefined {
  const match = /^(?:click2call\.)?([a-z_]+)(?::(0|1|0?\.\d+))?$/.exec(text);
  return match ? { event: `click2call.${match[1]}`, ratio: Number(match[2] ?? 1) } : undefined;
}
