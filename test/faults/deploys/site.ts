/** Where builds are deployed: the processes, a campaign that is dialled meanwhile, and what an administrator does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { join } from 'node:path';
import type { ProcessName } from '../faults.ts';
import { beginLoad } from '../load.ts';
import type { Build } from '../processes.ts';
import { node, readLedger } from '../verdict.ts';
import type { World } from '../world.ts';

/** Patience for a busy machine. */
const WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 50;

export class Site {
  readonly world: World;
  readonly temporal: Client;
  readonly campaigns: string[];
  /** What was wrong. */
  readonly problems: string[] = [];

  private constructor(world: World, temporal: Client, campaigns: string[]) {
    this.world = world;
    this.temporal = temporal;
    this.campaigns = campaigns;
  }

  /** Of the build: a server, which then is asked to dial. */
  static async open(world: World, build: Build): Promise<Site> {
    world.processes.useBuild('server', build);
    await world.processes.start(['simulator', 'server']);
    const connection = await Connection.connect({ address: world.temporalAddress });
    return new Site(world, new Client({ connection }), await beginLoad(world));
  }

  async close(): Promise<void> {
    await this.temporal.connection.close();
  }

  /** What was done and seen. */
  note(text: string): void {
    console.log(`  ${text} (${this.posts()} calls)`);
  }

  must(holds: boolean, otherwise: string): void {
    if (!holds) this.problems.push(otherwise);
  }

  /** Settles when it serves. One that cannot start, because Temporal is too busy, is started again, as by a supervisor. */
  async startWorker(name: ProcessName, build: Build): Promise<void> {
    const { processes } = this.world;
    processes.useBuild(name, build);
    const before = servings(processes.logOf(name));
    const serves = async () => {
      await processes.start([name]);
      return servings(processes.logOf(name)) > before;
    };
    await this.until(serves, `${name} to serve`);
  }

  /** In order, as a deploy does. */
  async stop(name: ProcessName): Promise<void> {
    this.world.processes.signal(name, 'SIGTERM');
    await this.world.processes.ended(name);
  }

  async replaceServer(build: Build): Promise<void> {
    await this.stop('server');
    this.world.processes.useBuild('server', build);
    await this.world.processes.start(['server']);
  }

  /** A command of a build, with the settings of its processes. */
  command(root: string, ...args: string[]): Promise<{ code: number; said: string }> {
    const { processes } = this.world;
    return node([join(root, 'bin/dialwright.js'), ...args], { env: processes.settings, cwd: root });
  }

  /** `dialwright replay --open` of a build: whether the open runs go on with it. */
  async replay(root: string, query?: string): Promise<{ goesOn: boolean; said: string }> {
    const filter = query === undefined ? [] : ['--query', query];
    const { code, said } = await this.command(root, 'replay', '--open', ...filter);
    if (code !== 0 && code !== 3) throw new Error(`replay --open ended with ${code}: ${said}`);
    const held = code === 0;
    const [, broken = '0'] = /ALERT (\d+) of \d+ open runs/.exec(said) ?? [];
    const [, runs = broken] = /(\d+) open runs/.exec(said) ?? [];
    this.note(held ? `replay: all ${runs} open runs go on` : `replay: ${broken} runs would break`);
    return { goesOn: held, said };
  }

  /** Accepted by the carrier so far. */
  posts(): number {
    return readLedger(this.world.folder).filter(
      (line) => line['fact'] === 'decision' && line['outcome'] === 'accepted',
    ).length;
  }

  /** Until the carrier has taken so many calls more, while the campaign still dials. */
  async untilMoreCalls(count: number): Promise<void> {
    const wanted = this.posts() + count;
    await this.until(() => this.posts() >= wanted, `${count} more calls`);
  }

  async untilRunning(query: string, what: string): Promise<void> {
    const running = `ExecutionStatus = 'Running' AND ${query}`;
    await this.until(async () => (await this.temporal.workflow.count(running)).count > 0, what);
  }

  async until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
    const untilMs = Date.now() + WITHIN_MS;
    while (!(await holds())) {
      if (Date.now() > untilMs) throw new Error(`waited ${WITHIN_MS} ms for ${what}`);
      await sleep(LOOK_EVERY_MS);
    }
  }
}

const servings = (log: string): number => log.split('the worker serves').length - 1;
