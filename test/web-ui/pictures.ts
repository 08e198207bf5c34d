/**
 * `npm run generate -- pictures web-ui`: takes the pictures of docs/web-ui.md from a running `npm start` whose example campaign has ended.
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
/** Wide enough that the facts of a workflow stand in three columns. */
const WIDTH = 1280;

interface Execution {
  workflowId: string;
  runId: string;
}

interface Found {
  execution: Execution;
  startTime: string;
  closeTime: string;
}

/** The shortest run of those that the query finds: its timeline is easy to read. The list is read as the Web UI does. */
async function shortest(query: string): Promise<Execution> {
  const address = `${base}/api/v1/namespaces/default/workflows?query=${encodeURIComponent(query)}`;
  const { executions = [] } = (await (await fetch(address)).json()) as {
    executions?: Found[];
  };
  const [first] = executions.toSorted((one, other) => durationMs(one) - durationMs(other));
  if (first) return first.execution;
  throw new Error(
    `No workflow is found by ${query}. Run npm start first, and let its example end.`,
  );
}

const durationMs = ({ startTime, closeTime }: Found): number =>
  Date.parse(closeTime) - Date.parse(startTime);

const pageOf = ({ workflowId, runId }: Execution, tab: string): string =>
  `${base}/namespaces/default/workflows/${workflowId}/${runId}/${tab}`;

const listOf = (query: string): string =>
  `${base}/namespaces/default/workflows?query=${encodeURIComponent(query)}`;

interface Picture {
  name: string;
  address: string;
  /** A text that is there when the page is complete. */
  shown: string;
  /** Higher pictures make larger files. */
  height: number;
}

async function take(page: Page, { name, address, shown, height }: Picture): Promise<void> {
  await page.setViewportSize({ width: WIDTH, height });
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
    // A frame that is replaced meanwhile is counted again with the next round.
    const counts = await Promise.all(
      page.frames().map((frame) =>
        frame
          .getByText(text)
          .count()
          .catch(() => 0),
      ),
    );
    if (counts.some((count) => count > 0)) return;
    await page.waitForTimeout(200);
  }
  throw new Error(`${page.url()} does not show "${text}".`);
}

const CALLS = 'WorkflowType = "callWorkflow"';
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'UTC' });
  const campaign = await shortest('WorkflowType = "campaignWorkflow"');
  const call = await shortest(
    `${CALLS} AND DialwrightDisposition = "completed" AND ExecutionStatus = "Completed"`,
  );
  const dropped = `${CALLS} AND DialwrightDisposition = "dropped"`;
  const pictures: Picture[] = [
    {
      name: 'web-ui-campaign',
      address: pageOf(campaign, 'user-metadata'),
      shown: 'contacts done',
      height: 680,
    },
    {
      name: 'web-ui-call-details',
      address: pageOf(call, 'user-metadata'),
      shown: 'click2call.bridged',
      height: 680,
    },
    {
      name: 'web-ui-call',
      address: pageOf(call, 'history'),
      shown: 'placement 1: one POST at most',
      // To the end of the timeline: below it are host names.
      height: 1090,
    },
    { name: 'web-ui-search', address: listOf(dropped), shown: 'call.', height: 560 },
  ];
  for (const picture of pictures) await take(page, picture);
} finally {
  await browser.close();
}
