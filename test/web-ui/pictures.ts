/**
 * `npm run pictures`: takes the pictures of docs/web-ui.md from a running `npm start` whose example campaign has ended.
 * `-- --web-ui http://127.0.0.1:8233` names another address of the Web UI.
 */
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { browserPath } from '../dashboard/browser/browser-path.ts';

const { values } = parseArgs({
  options: { 'web-ui': { type: 'string', default: 'http://127.0.0.1:8233' } },
});
const base = values['web-ui'].replace(/\/+$/, '');
const PICTURES = new URL('../../docs/pictures/', import.meta.url);
/** Wide enough for both columns of the page. Higher pages make larger files. */
const VIEWPORT = { width: 1200, height: 640 };

interface Execution {
  workflowId: string;
  runId: string;
}

/** The newest workflow that the query finds, read as the Web UI itself does. */
async function newest(query: string): Promise<Execution> {
  const address = `${base}/api/v1/namespaces/default/workflows?query=${encodeURIComponent(query)}`;
  const { executions = [] } = (await (await fetch(address)).json()) as {
    executions?: { execution: Execution }[];
  };
  const [first] = executions;
  if (first) return first.execution;
  throw new Error(
    `No workflow is found by ${query}. Run npm start first, and let its example end.`,
  );
}

const pageOf = ({ workflowId, runId }: Execution, tab: string): string =>
  `${base}/namespaces/default/workflows/${workflowId}/${runId}/${tab}`;

const listOf = (query: string): string =>
  `${base}/namespaces/default/workflows?query=${encodeURIComponent(query)}`;

async function take(page: Page, name: string, address: string, shown: string): Promise<void> {
  await page.goto(address);
  await untilShown(page, shown);
  const path = new URL(`${name}.png`, PICTURES);
  await page.screenshot({ path: path.pathname, animations: 'disabled' });
  process.stdout.write(`${name}.png\n`);
}

/** Texts in Markdown are in frames of their own. @throws if no frame shows it within 30 s */
async function untilShown(page: Page, text: string): Promise<void> {
  const endsAtMs = Date.now() + 30_000;
  while (Date.now() < endsAtMs) {
    const counts = await Promise.all(page.frames().map((frame) => frame.getByText(text).count()));
    if (counts.some((count) => count > 0)) return;
    await page.waitForTimeout(200);
  }
  throw new Error(`${page.url()} does not show "${text}".`);
}

const CALLS = 'WorkflowType = "callWorkflow"';
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: VIEWPORT, locale: 'en-GB', timezoneId: 'UTC' });
  const campaign = await newest('WorkflowType = "campaignWorkflow"');
  const call = await newest(`${CALLS} AND DialwrightDisposition = "completed"`);
  await take(page, 'web-ui-campaign', pageOf(campaign, 'user-metadata'), 'contacts done');
  await take(page, 'web-ui-call-details', pageOf(call, 'user-metadata'), 'click2call.bridged');
  await take(page, 'web-ui-call', pageOf(call, 'timeline'), 'placement 1: one POST at most');
  await take(
    page,
    'web-ui-search',
    listOf(`${CALLS} AND DialwrightDisposition = "dropped"`),
    'call.',
  );
} finally {
  await browser.close();
}
