/** The Helm chart says what the code says, and Kubernetes takes what it renders. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environment, SECRETS } from '../../src/config/settings.ts';
import { DEFAULT_GATE_RUNS, WORKFLOWS } from '../../src/contract/messages.ts';
import { STOPS_WITHIN_S } from '../../src/process/run-until-signal.ts';
import { helm, kubeconform, schemas } from './chart-tools.ts';

const CHART = 'deploy/helm/dialwright';
const EXAMPLES = readdirSync(join(CHART, 'ci')).map((name) => join(CHART, 'ci', name));
const read = (name: string): string => readFileSync(join(CHART, name), 'utf8');
const values = parse(read('values.yaml')) as {
  server: { stopsWithinSeconds: number; replicas: number };
  worker: {
    stopsWithinSeconds: number;
    replicas: number;
    autoscaling: { minReplicas: number };
    versioning: { gateRuns: number };
  };
};
const schema = JSON.parse(read('values.schema.json')) as {
  properties: { settings: { propertyNames: { enum: string[] } } };
};

test('chart and program have one version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

test('pods get the time that an orderly end takes', () => {
  const { server, worker } = values;
  expect(server.stopsWithinSeconds).toBe(STOPS_WITHIN_S.server);
  expect(worker.stopsWithinSeconds).toBe(STOPS_WITHIN_S.worker);
});

test('no default lets one pod be all', () => {
  const { server, worker } = values;
  for (const count of [server.replicas, worker.replicas, worker.autoscaling.minReplicas])
    expect(count).toBeGreaterThanOrEqual(2);
});

test('its settings are those of the program, without secrets and without what the chart sets', () => {
  const templates = readdirSync(join(CHART, 'templates')).map((name) => read(`templates/${name}`));
  const set = templates.join('\n').match(/\bname: ((DIALWRIGHT|TEMPORAL)_[A-Z0-9_]+)/g)!;
  const ofTheChart = set
    .map((text) => text.slice('name: '.length))
    .filter((name) => name !== 'DIALWRIGHT_RECORDINGS');
  const open = Object.keys(environment.shape).filter(
    (name) => !SECRETS.includes(name) && !ofTheChart.includes(name) && !CONTROLLERS.includes(name),
  );
  expect(schema.properties.settings.propertyNames.enum).toEqual([...open, 'AWS_REGION'].toSorted());
});
/** Set by Temporal's worker controller. */
const CONTROLLERS = ['TEMPORAL_DEPLOYMENT_NAME', 'TEMPORAL_WORKER_BUILD_ID'];

test('the gate is a workflow of ours', () => {
  expect(read('templates/worker-versioned.yaml')).toContain(`workflowType: ${WORKFLOWS.gate}\n`);
  expect(values.worker.versioning.gateRuns).toBe(DEFAULT_GATE_RUNS);
});

interface Resource {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: { template: { spec: Pod }; strategy?: object };
}
interface Pod {
  terminationGracePeriodSeconds?: number;
  securityContext: object;
  containers: Container[];
}
interface Container {
  command: string[];
  env: { name: string; value?: string }[];
  volumeMounts: { mountPath: string }[];
  securityContext: object;
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
const flagsOf = (role: string) => scripts[role]!.split(/ node | src\//)[1]!;

const serverOrWorker = (role: 'server' | 'worker') => ({
  command: `node ${flagsOf(role)} src/${role}.ts`,
  stopsWithinS: STOPS_WITHIN_S[role],
});
/** By the last word of a pod's name. */
const EXPECTED: Record<string, { command: string; stopsWithinS: number }> = {
  server: serverOrWorker('server'),
  worker: serverOrWorker('worker'),
  migrate: { command: 'node bin/dialwright.js migrate --run', stopsWithinS: 0 },
};

/** A helm that Go has built takes Kubernetes for an old one. */
const template = (example: string, ...options: string[]): string[] => [
  'template',
  'd',
  CHART,
  '--kube-version=1.30.0',
  `--values=${example}`,
  ...options,
];

function rendered(example: string): Resource[] {
  return parseAllDocuments(execFileSync(helm!, template(example), { encoding: 'utf8' }))
    .map((document) => document.toJSON() as Resource | null)
    .filter((each) => each !== null);
}

describe.skipIf(!helm)('with helm', () => {
  test.each(EXAMPLES)('%s passes its linter', (example) => {
    const { status, stdout } = spawnSync(helm!, ['lint', '--strict', CHART, '--values', example], {
      encoding: 'utf8',
    });
    expect(stdout).toContain('0 chart(s) failed');
    expect(status).toBe(0);
  });

  test.each([
    ['temporal.address=nowhere', 'address'],
    ['settings.DIALWRIGHT_CARIER_URL=x', 'DIALWRIGHT_CARIER_URL'],
    ['worker.autoscaling.minReplicas=0', 'minReplicas'],
    ['wroker.replicas=3', 'wroker'],
  ])('%s is refused by name', (wrong, named) => {
    const example = join(CHART, 'ci/plain.yaml');
    const { status, stderr } = spawnSync(helm!, template(example, '--set', wrong), {
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stderr).toContain(named);
  });

  test.each(EXAMPLES)('pods of %s run what the scripts run, without rights', (example) => {
    const pods = rendered(example).filter(({ spec }) => spec?.template?.spec?.containers);
    expect(pods.length).toBe(3);
    for (const { metadata, spec } of pods) {
      const { containers, securityContext, terminationGracePeriodSeconds } = spec.template.spec;
      const { command, stopsWithinS } = EXPECTED[metadata.name.split('-').at(-1)!]!;
      expect(securityContext).toMatchObject({ runAsNonRoot: true });
      expect(containers[0]!.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
      expect(containers[0]!.command.join(' ')).toBe(command);
      expect(terminationGracePeriodSeconds ?? 0).toBeGreaterThanOrEqual(stopsWithinS);
      const env = containers[0]!.env.filter(({ name }) => name === 'DIALWRIGHT_MIGRATE');
      expect(env).toEqual([{ name: 'DIALWRIGHT_MIGRATE', value: 'never' }]);
    }
  });

  test('the schema is brought up to date before anything is rolled out', () => {
    const job = rendered(EXAMPLES[0]!).find(({ kind }) => kind === 'Job')!;
    expect(job.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
  });

  test('files of a ConfigMap are in every pod, and without one there is none', () => {
    const mounted = (example: string) =>
      rendered(join(CHART, 'ci', example))
        .flatMap(({ spec }) => spec?.template?.spec?.containers ?? [])
        .map(({ volumeMounts }) =>
          volumeMounts.some(({ mountPath }) => mountPath === '/etc/dialwright'),
        );
    expect(mounted('plain.yaml')).toEqual([true, true, true]);
    expect(mounted('cloud-mtls.yaml')).toEqual([false, false, false]);
  });

  test('with Worker Versioning there is no Deployment of workers', () => {
    const kinds = rendered(join(CHART, 'ci/cloud-versioned.yaml')).map(
      ({ kind, metadata }) => `${kind} ${metadata.name}`,
    );
    expect(kinds).toContain('WorkerDeployment d-dialwright-worker');
    expect(kinds).toContain('WorkerResourceTemplate d-dialwright-worker');
    expect(kinds).not.toContain('Deployment d-dialwright-worker');
  });

  test.skipIf(!kubeconform || !schemas)('Kubernetes takes all of it (kubeconform)', () => {
    for (const example of EXAMPLES) {
      const manifests = execFileSync(helm!, template(example));
      const kinds = 'Connection,WorkerDeployment,WorkerResourceTemplate';
      const location = `${schemas}/{{ .ResourceKind }}{{ .KindSuffix }}.json`;
      const options = ['-strict', '-summary', '-skip', kinds, '-schema-location', location];
      const { status, stdout } = spawnSync(kubeconform!, options, {
        input: manifests,
        encoding: 'utf8',
      });
      expect(stdout).toMatch(/Valid: [1-9]\d*, Invalid: 0, Errors: 0/);
      expect(status).toBe(0);
    }
  });
});
