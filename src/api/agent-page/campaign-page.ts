/** Routes of what agents see of a campaign: the text of its script, and where its screen pop leads. */
import * as z from 'zod';
import { CampaignParams } from '../campaigns/campaigns.ts';
import { inJson } from '../http/answers/in-json.ts';
import { routes, routesOf } from '../http/routes.ts';
import { jsonAnswer } from '../http/schemas.ts';

const PLACES = ['row_key', 'call', 'campaign', 'agent'] as const;

/** Undefined: it can be used. */
function faultOf(template: string): string | undefined {
  const names = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !(PLACES as readonly string[]).includes(name));
  if (unknown !== undefined) return `knows no {${unknown}}; it knows ${PLACES.join(', ')}`;
  const url = URL.parse(template.replaceAll(/\{\w+\}/g, 'x'));
  if (url?.protocol !== 'https:') return 'must be an https:// URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a password';
  return /^https:\/\/[^/]*\{/.test(template) ? 'must name its host without a place' : undefined;
}

const PAGE = {
  script: z.string().max(20_000).meta({
    description:
      'What agents say, as Markdown: headings, paragraphs, lists, bold, italics, https links.',
  }),
  screen_pop: z.string().max(2_000).nullable().meta({
    description:
      'An https URL that the agent’s page opens on a click, with the places {row_key}, {call}, {campaign} and {agent}; null: none.',
    example: 'https://crm.example/contacts/{row_key}',
  }),
};

const PageInput = z
  .strictObject({
    script: PAGE.script.default(''),
    screen_pop: PAGE.screen_pop
      .superRefine((template, context) => {
        const fault = template === null ? undefined : faultOf(template);
        if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
      })
      .default(null),
  })
  .meta({ id: 'CampaignPageInput' });
const PageView = z.object(PAGE).meta({ id: 'CampaignPage' });

const { reads, changes } = routesOf('agents');

export const campaignPageRoutes = routes((app, { store, nowMs }) => {
  app.get(
    '/campaigns/:campaignId/agent-page',
    reads('read', {
      operationId: 'getCampaignPage',
      summary: 'Show what agents see of a campaign: its script and its screen pop',
      params: CampaignParams,
      response: { 200: jsonAnswer('What agents see', PageView) },
    }),
    async ({ params }) => inJson(await store.campaignPage(params.campaignId)),
  );

  app.put(
    '/campaigns/:campaignId/agent-page',
    changes('operate', {
      operationId: 'putCampaignPage',
      summary: 'Set what agents see of a campaign',
      params: CampaignParams,
      body: PageInput,
      response: { 200: jsonAnswer('What agents see', PageView) },
    }),
    async (request, reply) => {
      const { script, screen_pop: screenPop } = request.body;
      const id = request.params.campaignId;
      const input = { id, page: { script, screenPop }, nowMs: nowMs() };
      return inJson(reply.answerOf(await store.putCampaignPage(input, request.idempotency)));
    },
  );
});

interface Places {
  rowKey: string | null;
  call: string;
  campaign: string;
  agent: string;
}

/** Null: there is no template, or the contact has no row key and the template needs one. */
export function screenPopUrl(template: string | null, places: Places): string | null {
  if (template === null) return null;
  if (template.includes('{row_key}') && places.rowKey === null) return null;
  const { rowKey, ...others } = places;
  const values: Record<string, string> = { ...others, row_key: rowKey ?? '' };
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}
