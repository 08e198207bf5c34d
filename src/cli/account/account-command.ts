/** `dialwright account …`: shows whether the account may dial, stops it, lifts its hold, and sets limits and rules for holds. */
import { Argument, Command, InvalidArgumentError } from 'commander';
import { ACCOUNT_STATUSES } from '../../domain/calls/refusal-statuses.ts';
import { HOLD_ACTIONS, HOLD_ENDS } from '../../domain/account/hold-rules.ts';
import { connect, print } from '../output.ts';
import type { Account, AccountState, HoldRule } from '../../terminal/api-shapes.ts';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { wholeNumber } from '../whole-number.ts';
import { oneOf } from '../choices.ts';

interface HoldRuleOptions {
  code?: string;
  action?: HoldRule['action'];
  firstWait?: string;
  growth?: number;
  longestWait?: string;
  mostProbes?: number;
  longestTime?: string;
  atEnd?: HoldRule['at_end'];
  usual?: boolean;
}

export function accountCommand(): Command {
  const account = new Command('account').description(
    'show whether the account may dial, stop it, and handle its holds',
  );
  account
    .command('show')
    .description('show the stop, the hold with its rule and next probe, limits, alerts and polling')
    .action(showAccount);
  account
    .command('stop')
    .description('stop dialling at once, in every campaign; live calls end normally')
    .option('--reason <text>', 'shown to everybody who asks why')
    .action(stop);
  account.command('go').description('dial again after a stop').action(go);
  account
    .command('limits')
    .description('set the limits of all campaigns together; without options, show them')
    .option('--calls-per-second <n>', 'the pace, or none', limit)
    .option('--max-live-calls <n>', 'calls at once, or none', limit)
    .option(
      '--pause-after-unknown <n>',
      'unknown placements in a row that pause a campaign, or none',
      limit,
    )
    .action(setLimits);
  account
    .command('lift')
    .description('lift the hold: dial again after the carrier refused the account')
    .action(liftHold);
  account.addCommand(holdRuleCommand());
  for (const command of account.commands) command.addOption(jsonOption());
  return account;
}

function holdRuleCommand(): Command {
  return new Command('hold-rule')
    .addArgument(new Argument('<status>', 'of the refusal').choices(ACCOUNT_STATUSES.map(String)))
    .description(
      'set the rule for holds after a status, or after one code of it; an open hold follows it',
    )
    .option('--code <code>', 'such as insufficient_funds; left out: every code without a rule')
    .addOption(
      oneOf('--action <action>', 'how the hold ends: by probes, or by a person', HOLD_ACTIONS),
    )
    .option('--first-wait <duration>', 'time from the refusal to the first probe')
    .option('--growth <factor>', 'each wait is the previous one times this', Number)
    .option('--longest-wait <duration>', 'the longest wait between probes')
    .option('--most-probes <n>', 'number of refused probes that ends the rule', wholeNumber(1))
    .option('--longest-time <duration>', 'time from the start of the hold to the end of the rule')
    .addOption(oneOf('--at-end <what>', 'what happens at the end of the rule', HOLD_ENDS))
    .option('--usual', 'remove the rule')
    .action(setHoldRule);
}

async function showAccount(_options: object, command: Command): Promise<void> {
  const account = await (await connect(command)).get('/v1/account');
  const format = () =>
    [
      formatAccount(account),
      ...formatPolling(account.polling),
      formatDesk(account.recording_desk),
    ].join('\n');
  print(command, account, format);
}

async function liftHold(_options: object, command: Command): Promise<void> {
  const account = await (await connect(command)).post('/v1/account/hold/lift');
  print(command, account, () => formatAccount(account));
}

async function stop({ reason }: { reason?: string }, command: Command): Promise<void> {
  const account = await (await connect(command)).post('/v1/account/stop', { body: { reason } });
  print(command, account, () => formatAccount(account));
}

async function go(_options: object, command: Command): Promise<void> {
  const account = await (await connect(command)).post('/v1/account/go');
  print(command, account, () => formatAccount(account));
}

/** Wrapped, because commander takes a null for no value. */
type Limit = { value: number | null };

function limit(text: string): Limit {
  const value = text === 'none' ? null : Number(text);
  if (value === null || (text.trim() !== '' && Number.isFinite(value))) return { value };
  throw new InvalidArgumentError('needs a number, or none.');
}

async function setLimits(
  given: { callsPerSecond?: Limit; maxLiveCalls?: Limit; pauseAfterUnknown?: Limit },
  command: Command,
): Promise<void> {
  const client = await connect(command);
  const body = {
    calls_per_second: given.callsPerSecond?.value,
    max_live_calls: given.maxLiveCalls?.value,
    pause_after_unknown: given.pauseAfterUnknown?.value,
  };
  const account = Object.values(body).every((value) => value === undefined)
    ? await client.get('/v1/account')
    : await client.edit('/v1/account', {}, () => body);
  print(command, account, () => formatLimits(account));
}

const formatLimits = ({
  calls_per_second: pace,
  max_live_calls: live,
  pause_after_unknown: unknown,
}: AccountState): string =>
  [
    pace === null ? 'no limit of the pace' : `at most ${pace} calls a second`,
    live === null ? 'no limit of live calls' : `at most ${live} live calls`,
    unknown === null
      ? 'no pause after unknown placements'
      : `a campaign is paused after ${unknown} unknown placements in a row`,
  ].join(', ');

async function setHoldRule(
  statusText: string,
  { usual, code, ...given }: HoldRuleOptions,
  command: Command,
): Promise<void> {
  const { action } = given;
  if (usual !== true && action === undefined) {
    throw new CommandError({
      code: EXIT.usage,
      what: 'Nothing was changed',
      why: '--action is missing',
      next: `add --action ${HOLD_ACTIONS.join(' or --action ')}, or --usual`,
    });
  }
  const status = Number(statusText);
  const rule = {
    status,
    code,
    first_wait: given.firstWait,
    growth: given.growth,
    longest_wait: given.longestWait,
    most_probes: given.mostProbes,
    longest_time: given.longestTime,
    at_end: given.atEnd,
  };
  const withRule = ({ hold_rules: known }: Account) => {
    const others = known.filter((each) => each.status !== status || each.code !== (code ?? null));
    return {
      hold_rules:
        usual === true || action === undefined ? others : [...others, { ...rule, action }],
    };
  };
  const client = await connect(command);
  const account = await client.edit('/v1/account', {}, withRule);
  print(command, account, () => formatAccount(account));
}

export function formatAccount(account: AccountState): string {
  const { stopped, hold, hold_rules: rules, usual_hold_rules: usual } = account;
  const unruled = usual.filter(
    ({ status }) => !rules.some((rule) => rule.status === status && rule.code === null),
  );
  return [
    ...account.alerts.map(({ text, since }) => `ALERT since ${since}: ${text}`),
    stopped
      ? `stopped since ${stopped.since}: ${stopped.reason ?? 'no reason given'}`
      : 'not stopped',
    ...(hold ? formatHold(hold) : ['not on hold']),
    `${account.live_calls} live calls; ${formatLimits(account)}`,
    'rules for holds:',
    ...[...rules, ...unruled].map((rule) => `  ${formatHoldRule(rule)}`),
  ].join('\n');
}

/** The queue of recordings, and why nothing is looked up. */
export function formatDesk({
  queued,
  closed,
  empty_at: emptyAt,
}: Account['recording_desk']): string {
  return [
    `recording desk: ${queued} in its queue`,
    ...(closed ? [`closed until ${closed.until}: ${closed.reason}`] : []),
    ...(emptyAt === null ? [] : [`empty at about ${emptyAt}`]),
  ].join('; ');
}

/** Empty if no call is polled. */
export function formatPolling(polling: Account['polling']): string[] {
  const line = (calls: number, what: string, pauseSeconds: number) =>
    calls === 0
      ? []
      : [
          `${calls} ${what} polled, each no sooner than ${pauseSeconds.toFixed(1)} s after its last poll ` +
            `(timing.pollsPerSecond of the carrier profile)`,
        ];
  return [
    ...line(polling.live_calls, 'live calls are', polling.live_pause_seconds),
    ...line(polling.unsettled_calls, 'calls without a cost are', polling.unsettled_pause_seconds),
  ];
}

function formatHold(hold: NonNullable<AccountState['hold']>): string[] {
  const { ended, next_probe_at: nextProbeAt, ends_at: endsAt } = hold;
  const next = nextProbeAt === null ? 'a person lifts it' : `next probe at ${nextProbeAt}`;
  const end = ended ? `ended at ${ended.at} (${ended.by}), did ${ended.did}` : `ends at ${endsAt}`;
  return [
    `on hold since ${hold.opened_at}: ${hold.reason}`,
    `  ${hold.refused_probes} probes were refused; ${next}${ended || endsAt !== null ? `; ${end}` : ''}`,
    `  rule: ${formatHoldRule(hold.rule)}`,
  ];
}

function formatHoldRule(rule: HoldRule): string {
  const who = `${rule.status}${rule.code === null ? '' : ` ${rule.code}`}`;
  const how =
    rule.action === 'by-person'
      ? 'a person lifts it'
      : `probed after ${rule.first_wait}, then ${rule.growth} times longer each, at most ${rule.longest_wait}`;
  const limits = [
    ...(rule.most_probes == null ? [] : [`${rule.most_probes} refused probes`]),
    ...(rule.longest_time === null ? [] : [rule.longest_time]),
  ];
  const end = limits.length === 0 ? '' : `; after ${limits.join(' or ')}: ${rule.at_end}`;
  return `${who}: ${how}${end}`;
}
