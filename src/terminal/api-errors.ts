/** What a refusal of the API, or no answer at all, is for a person: what, why and what to do next. */
import { CommandError, EXIT } from './exit-codes.ts';
import { flagsOf, quotedForShell } from './flags.ts';
import { shown, shownDeep } from './terminal-text.ts';
import { adviceFor, causeOf } from './unreachable-advice.ts';

interface ProblemJson {
  detail?: string;
  code?: string;
  remedy?: string;
  allowed_moves?: string[];
  needed_role?: string;
  errors?: { pointer?: string }[];
  suggested_mapping?: Record<string, string | null>;
  notices?: { answer: Record<string, string> | null }[];
  sheets?: string[];
}

export function unreachable(url: string, error: unknown): CommandError {
  return new CommandError({
    code: EXIT.unreachable,
    what: `Dialwright does not answer at ${url}`,
    why: causeOf(error),
    next: adviceFor(
      causeOf(error),
      'DIALWRIGHT_URL',
      'start it with `npm start` (or `npm run server`), or set DIALWRIGHT_URL; `dialwright doctor` checks more',
    ),
    cause: error,
  });
}

/** The answer began, and the connection broke before its end. */
export const cutOff = (bytes: number, error: unknown): CommandError =>
  new CommandError({
    code: EXIT.failure,
    what: `the connection broke after ${bytes} bytes of the answer`,
    why: causeOf(error),
    next: 'run the command again; what was received is not complete',
    cause: error,
  });

/** Whether the connection broke, so that the same request may be sent again. */
export const isLost = (error: unknown): boolean =>
  error instanceof CommandError && error.cause !== undefined && causeOf(error) !== 'ECONNREFUSED';

export function refusal(request: string, status: number, text: string): CommandError {
  const problem = readProblem(text);
  return new CommandError({
    code: status >= 500 ? (status === 503 ? EXIT.unreachable : EXIT.failure) : EXIT.refused,
    what: `${shown(request)} was answered with ${status}${problem.code ? ` ${problem.code}` : ''}`,
    why: problem.detail ?? (shown(text.slice(0, 200)) || 'no reason was given'),
    next: nextAfter(request, status, problem),
  });
}

/** Fields that name something there is not. */
const UNKNOWN: Record<string, string> = { unknown_agent: 'agents', unknown_list: 'suppressions' };
/** Resources that have a `list` command. */
const LISTED = ['campaigns', 'calls', 'callbacks', 'agents', 'keys'];

function nextAfter(request: string, status: number, problem: ProblemJson): string {
  const [, resource = 'campaigns', id] = /\/v1\/([a-z]+)(?:\/([\w-]+))?/.exec(request) ?? [];
  if (problem.code === 'forbidden') {
    return `set DIALWRIGHT_API_KEY to a key with the role ${problem.needed_role ?? 'admin'}`;
  }
  if (status === 401) return 'set DIALWRIGHT_API_KEY to one of the keys of the server';
  if (status === 404) {
    const missing = LISTED.find((each) => problem.detail?.includes(`no such ${each.slice(0, -1)}`));
    return listing(missing ?? (LISTED.includes(resource) ? resource : 'campaigns'));
  }
  if (status === 412) {
    const shown = ['dialwright', resource, 'show', ...(id === undefined ? [] : [id])].join(' ');
    return `check it with \`${shown}\`, then run the command again if it is still right`;
  }
  const moves = problem.allowed_moves;
  if (moves) {
    return moves.length === 0
      ? 'nothing: it is over'
      : `possible now: ${moves.map((move) => `\`${resource} ${move}\``).join(', ')}`;
  }
  const unknown = UNKNOWN[problem.code ?? ''];
  if (unknown) return listing(unknown);
  const answers = [
    ...(problem.suggested_mapping ? [mapFlags(problem.suggested_mapping)] : []),
    ...(problem.notices ?? []).flatMap(({ answer }) => (answer ? [flagsOf(answer)] : [])),
    ...(problem.sheets?.slice(0, 1).map((sheet) => flagsOf({ sheet })) ?? []),
  ];
  if (answers.length > 0) return `say how it is read, perhaps ${answers.join(' ')}`;
  if (problem.errors?.some(({ pointer }) => pointer === '#/number'))
    return 'write the number with + and its country code, such as +12025550124';
  if (problem.remedy !== undefined) return asNext(problem.remedy);
  return status >= 500 ? 'try again; `dialwright doctor` checks more' : 'correct it and retry';
}

/** Columns that are read come first. */
const mapFlags = (mapping: Record<string, string | null>): string =>
  Object.entries(mapping)
    .toSorted(([, one], [, other]) => Number(one === null) - Number(other === null))
    .map(([title, column]) => `--map ${quotedForShell(`${title}=${column ?? ''}`)}`)
    .join(' ');

/** A sentence, as it stands behind `next:`. */
const asNext = (remedy: string): string =>
  remedy.charAt(0).toLowerCase() + remedy.slice(1).replace(/\.$/, '');

const listing = (resource: string) => `\`dialwright ${resource} list\` shows what is there`;

function readProblem(text: string): ProblemJson {
  try {
    return shownDeep(JSON.parse(text) as ProblemJson);
  } catch {
    return {};
  }
}
