/** `dialwright agents history` and `occupancy`: how agents spent their time. */
import { Command } from 'commander';
import { connect, everyItem, print } from '../output.ts';
import { instantsOf, withTimes } from '../time-argument.ts';
import { table } from '../../terminal/table.ts';

interface Span {
  from?: string;
  to?: string;
}

export const agentHistoryCommands = (): Command[] => [
  withSpan(new Command('history'))
    .argument('<id>')
    .description('show what an agent did, oldest first')
    .action(showHistory),
  withSpan(new Command('occupancy'))
    .description('show how busy each agent was')
    .addHelpText(
      'after',
      '\nOccupancy is the time on calls (ringing, talking and wrap-up) as a share of the\ntime without pauses.',
    )
    .action(showOccupancy),
];

const withSpan = (command: Command): Command =>
  withTimes(command, {
    '--from <time>': 'left out: 24 hours before the end',
    '--to <time>': 'left out: now',
  });

async function showHistory(id: string, { from, to }: Span, command: Command): Promise<void> {
  const spans = await everyItem(await connect(command), '/v1/agents/{agentId}/history', {
    path: { agentId: id },
    query: instantsOf(command, { from, to }),
  });
  const rows = spans.map((span) => [
    span.from,
    formatSeconds(span.seconds),
    span.state,
    span.call ?? [span.reason, span.who && `by ${span.who}`].filter(Boolean).join(', '),
  ]);
  print(command, spans, () => table([['from', 'for', 'state', ''], ...rows], [1]));
}

async function showOccupancy({ from, to }: Span, command: Command): Promise<void> {
  const agents = await everyItem(await connect(command), '/v1/agents/occupancy', {
    query: instantsOf(command, { from, to }),
  });
  const head = ['id', 'name', 'ready', 'ringing', 'on call', 'wrap-up', 'paused', 'occupancy'];
  const rows = agents.map((agent) => [
    agent.agent_id,
    agent.name,
    ...[
      agent.ready_seconds,
      agent.ringing_seconds,
      agent.on_call_seconds,
      agent.wrap_up_seconds,
      agent.paused_seconds,
    ].map(formatSeconds),
    agent.occupancy === null ? '-' : `${Math.round(agent.occupancy * 100)} %`,
  ]);
  print(command, agents, () => table([head, ...rows], [2, 3, 4, 5, 6, 7]));
}

/** `1:05:09`. */
function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${Math.floor(whole / 3_600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
