/** A real Prometheus with the rules and the example configuration of `deploy`; only its targets and its pace are a run's own. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { freePort } from '../../free-port.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy/prometheus');
const EVERY = '5s';
const STARTS_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 500;

interface Configuration {
  global: Record<string, string>;
  rule_files: string[];
  scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
}

export interface Prometheus {
  /** The names of the alerts that fire now. */
  firing(): Promise<string[]>;
  stop(): Promise<void>;
}

export const isInstalled = (): boolean =>
  spawnSync('prometheus', ['--version']).error === undefined;

/** @param targets the addresses of each job */
export async function startPrometheus(
  folder: string,
  targets: Readonly<Record<string, string[]>>,
): Promise<Prometheus> {
  mkdirSync(folder, { recursive: true });
  const example = parse(readFileSync(join(DEPLOY, 'prometheus.yml'), 'utf8')) as Configuration;
  const configuration: Configuration = {
    ...example,
    global: { scrape_interval: EVERY, evaluation_interval: EVERY },
    rule_files: example.rule_files.map((file) => join(DEPLOY, file)),
    scrape_configs: example.scrape_configs.map(({ job_name: job }) => ({
      job_name: job,
      static_configs: [{ targets: targets[job] ?? [] }],
    })),
  };
  const file = join(folder, 'prometheus.yml');
  writeFileSync(file, stringify(configuration));
  const port = await freePort();
  const log = openSync(join(folder, 'prometheus.log'), 'a');
  const child = spawn(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', log, log] },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(`${url}/-/ready`, child);
  return {
    async firing() {
      const answer = (await (await fetch(`${url}/api/v1/alerts`)).json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      const firing = answer.data.alerts.filter(({ state }) => state === 'firing');
      return [...new Set(firing.map(({ labels }) => labels.alertname))].toSorted();
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await new Promise((resolve) => void child.once('exit', resolve));
    },
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const untilMs = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    const isReady = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    if (child.exitCode !== null || Date.now() > untilMs)
      throw new Error('Prometheus does not start; its log is in the folder');
    await sleep(LOOK_EVERY_MS);
  }
}
