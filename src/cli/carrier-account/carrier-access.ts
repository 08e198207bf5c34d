/** Requests of the command line to the carrier: settings, dry runs, and exit codes for answers. */
import type { Command } from 'commander';
import type { Answered, NotFound, Refusal } from '../../carrier/carrier-account/account-answer.ts';
import {
  createCarrierAccount,
  openCarrierAccount,
  type CarrierAccount,
} from '../../carrier/carrier-account/account.ts';
import { CarrierError, CarrierInputError } from '../../carrier/http/errors.ts';
import type { OneRequest } from '../../carrier/http/send-once.ts';
import { ConfigError, loadCarrierAccess, type CarrierAccess } from '../../config/config.ts';
import { print } from '../output.ts';
import { isDryRun, printRequest } from '../dry-run.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';
import { shown } from '../../terminal/terminal-text.ts';

/** The request of a command, and the format of its value for people. */
export interface Question<Value> {
  ask: (account: CarrierAccount, access: CarrierAccess) => Promise<Answered<Value>>;
  /** The value for programs (`--json`); by default the value itself. */
  asJson?: (value: Value) => unknown;
  format: (value: Value) => string;
}

/** Thrown instead of sending, so that the request can be printed. */
class DryRun extends Error {
  readonly request: OneRequest;
  constructor(request: OneRequest) {
    super('a dry run');
    this.request = request;
  }
}

/** Sends a request to the carrier and prints the answer. @throws CommandError for every other outcome */
export async function askCarrier<Value>(
  command: Command,
  question: Question<Value>,
): Promise<void> {
  const access = readAccess();
  try {
    const answered = await answerTo(question, access, isDryRun(command));
    if (answered.kind === 'not-found') throw notFound(answered);
    if (answered.kind === 'refused') throw refused(answered);
    const { asJson = (value: Value): unknown => value, format } = question;
    print(command, asJson(answered.value), () => format(answered.value));
  } catch (error) {
    if (error instanceof DryRun) return printRequest(command, access.url, error.request);
    throw asCommandError(error);
  }
}

async function answerTo<Value>(
  { ask }: Question<Value>,
  access: CarrierAccess,
  dryRun: boolean,
): Promise<Answered<Value>> {
  const { url: baseUrl, apiKey, profile, timing } = access;
  if (dryRun) {
    const account = createCarrierAccount(async (request) => {
      throw new DryRun(request);
    }, profile);
    return ask(account, access);
  }
  if (!apiKey) {
    throw new CommandError({
      code: EXIT.usage,
      what: 'DIALWRIGHT_CARRIER_API_KEY is not set',
      why: 'the carrier requires an API key',
      next: 'set it, or its file as DIALWRIGHT_CARRIER_API_KEY_FILE; --dry-run needs none',
    });
  }
  const account = openCarrierAccount({ baseUrl, apiKey, profile, readMs: timing.readMs });
  try {
    return await ask(account, access);
  } finally {
    await account.close();
  }
}

export function readAccess(): CarrierAccess {
  try {
    return loadCarrierAccess(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const next =
      'set DIALWRIGHT_CARRIER_URL (and DIALWRIGHT_CARRIER_PROFILE, where you have one); `npm start` keeps those of its own carrier';
    throw new CommandError({
      code: EXIT.usage,
      what: 'The carrier cannot be used',
      why: error.message,
      next,
      cause: error,
    });
  }
}

function notFound({ ownEnvelope }: NotFound): CommandError {
  return new CommandError({
    code: EXIT.refused,
    what: 'The carrier does not have it',
    why: ownEnvelope
      ? '404, in its own format: data not found'
      : '404, and not in its own format: the path may be wrong',
    next: ownEnvelope
      ? 'find its name, number or id in a list'
      : '--dry-run shows the path; docs/carrier-gaps.md names the paths that the profile sets',
  });
}

function refused({ status, code, message, errors, details }: Refusal): CommandError {
  const reasons = [
    message,
    ...Object.entries(errors).map(([field, texts]) => `${field}: ${texts.join(', ')}`),
    details === undefined ? undefined : JSON.stringify(details),
  ].filter((part) => part !== undefined);
  const rights = status === 401 || status === 403;
  return new CommandError({
    code: EXIT.refused,
    what: `The carrier refused: ${[status, code].filter((part) => part !== undefined).join(' ')}`,
    why: reasons.length === 0 ? 'no reason was given' : reasons.map(shown).join('; '),
    next: rights
      ? 'check the key, and ask the account manager for the permission'
      : 'fix these fields and retry; nothing was changed',
  });
}

function asCommandError(error: unknown): unknown {
  if (error instanceof CarrierInputError) {
    return new CommandError({
      code: EXIT.usage,
      what: 'Nothing was sent',
      why: error.message,
      next: 'fix it; --help shows what is possible',
      cause: error,
    });
  }
  return error instanceof CarrierError ? commandErrorOf(error) : error;
}

function commandErrorOf(error: CarrierError): CommandError {
  const { code, message, status, mayHaveHappened, retryAfterMs } = error;
  if (mayHaveHappened) {
    return new CommandError({
      code: EXIT.failure,
      what: 'It is unknown whether the carrier made the change',
      why: shown(message),
      next: 'read or list the resource before you send the change again',
      cause: error,
    });
  }
  const waits =
    retryAfterMs === undefined ? '' : `, it asks to wait ${Math.ceil(retryAfterMs / 1_000)} s`;
  return new CommandError({
    code: code === 'unreadable' ? EXIT.failure : EXIT.unreachable,
    what: 'The carrier gave no usable answer',
    why: `${shown(message)}${status === undefined || message.includes(String(status)) ? '' : ` (HTTP ${status})`}${waits}`,
    next:
      code === 'unreadable'
        ? 'see DIALWRIGHT_CARRIER_URL'
        : 'try again; `dialwright doctor` checks more',
    cause: error,
  });
}
