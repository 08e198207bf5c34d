/**
 * The programs that check the Helm chart, in the cache: helm, kubeconform, and Kubernetes' own schemas. Without them their
 * tests are skipped. This file, run as a program, makes them with Go, once, in some minutes: `npx node test/deploy/chart-tools.ts`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWithGo } from '../../src/dev/temporal/build-with-go.ts';
import { cacheFolder, onPath } from '../../src/dev/temporal/temporal-cache.ts';
import { reportTo } from '../../src/terminal/progress-reporter.ts';
import { kindSchemas, type OpenApi } from './kubernetes-schemas.ts';

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.22.0';
const KUBECONFORM = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0';
/** Its module carries the description of its API. */
const KUBERNETES = 'k8s.io/kubernetes@v1.36.3';

const folder = join(cacheFolder(process.env), 'chart-tools');
const found = (name: string): string | undefined => {
  const made = join(folder, name);
  return existsSync(made) ? made : onPath(name, process.env);
};

export const helm = found('helm');
export const kubeconform = found('kubeconform');
/** A folder with a JSON schema for each kind of the chart. */
export const schemas = existsSync(join(folder, 'schemas')) ? join(folder, 'schemas') : undefined;

if (import.meta.main) {
  const go = onPath('go', process.env);
  if (go === undefined) throw new Error('Go is not on the PATH');
  const input = { go, env: process.env, reporter: reportTo(process.stderr) };
  if (!helm) await buildWithGo(input, [{ package: HELM, target: join(folder, 'helm') }]);
  const target = join(folder, 'kubeconform');
  if (!kubeconform) await buildWithGo(input, [{ package: KUBECONFORM, target }]);
  if (!schemas) makeSchemas(go);
}

function makeSchemas(go: string): void {
  const said = execFileSync(go, ['mod', 'download', '-json', KUBERNETES], { cwd: folder });
  const { Dir } = JSON.parse(said.toString()) as { Dir: string };
  const openApi = readFileSync(join(Dir, 'api/openapi-spec/swagger.json'), 'utf8');
  mkdirSync(join(folder, 'schemas'), { recursive: true });
  for (const [name, schema] of kindSchemas(JSON.parse(openApi) as OpenApi))
    writeFileSync(join(folder, 'schemas', `${name}.json`), JSON.stringify(schema));
}
