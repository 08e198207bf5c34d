/** Adds many agents at once, as CSV or JSON: all of them, or none. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { AgentRowFault, NewAgent } from '../../store/agent-store.ts';
import { StoreRefusal } from '../../store/requests.ts';
import { AgentRow } from './agent-view.ts';
import { signalDiallingCampaigns } from '../campaigns/campaigns.ts';
import { csvTable } from '../contacts/tables/csv-records.ts';
import { readTable } from '../contacts/tables/table-rows.ts';
import { bodyFormOf, refuseCompressed, textOf } from '../http/text/body-text.ts';
import { routes, routesOf } from '../http/routes.ts';
import { fieldErrors, Problem, type FieldError } from '../http/problem.ts';
import { jsonAnswer } from '../http/schemas.ts';

const { changes } = routesOf('agents');

const COLUMNS = ['id', 'name', 'kind', 'address', 'pools', 'capacity'] as const;
const NEEDED = ['id', 'name', 'kind', 'address'] as const;
const CSV = { columns: COLUMNS, needed: NEEDED, aliases: { pool: 'pools' } } as const;
const MOST_AGENTS = 1_000;
const LARGEST_BYTES = 1_048_576;

const ImportQuery = z.strictObject({
  edit: z.enum(['true', 'false']).default('false').meta({
    description:
      'Whether a row with the id of an agent that is there changes its name, address, pools and capacity.',
  }),
});
const AgentListInput = z
  .strictObject({ agents: z.array(AgentRow).min(1).max(MOST_AGENTS) })
  .meta({ id: 'AgentListInput' });
const Csv = z.unknown().meta({
  override: {
    type: 'string',
    examples: [
      'id,name,kind,address,pools,capacity\nada,Ada Example,sip,agent-ada,sales;spanish,1\n',
    ],
  },
});
const ImportView = z
  .object({
    added: z.array(z.string()),
    edited: z.array(z.string()),
    unchanged: z.array(z.string()).meta({ description: 'There already, with the same settings.' }),
  })
  .meta({ id: 'AgentImport' });

/** A row with its place in the body: a line of CSV, or an index of JSON. */
interface Row {
  place: string;
  agent: z.infer<typeof AgentRow>;
}

export const agentImportRoutes = routes((app, deps) => {
  app.addContentTypeParser(
    ['text/csv', 'text/plain', 'text/tab-separated-values'],
    { parseAs: 'buffer', bodyLimit: LARGEST_BYTES },
    async (request: { bodyDigest: string; headers: IncomingHttpHeaders }, body: Buffer) => {
      refuseCompressed(request);
      const text = textOf(body, bodyFormOf(request).charset);
      request.bodyDigest = createHash('sha256').update(`text/csv\n${text}`).digest('hex');
      return text;
    },
  );
  app.post(
    '/agents/import',
    changes('operate', {
      operationId: 'importAgents',
      summary: 'Add many agents, as CSV or JSON',
      description:
        `Columns: ${COLUMNS.join(', ')}; ${NEEDED.join(', ')} are needed. Names of \`pools\` are separated by \`;\`, and ` +
        `the column may be called \`pool\`. Up to ${MOST_AGENTS} rows. All rows are ` +
        'imported, or none: the answer 422 lists every fault with its line. A row of an agent that is there with the ' +
        'same settings changes nothing, so the same file may be sent again. Rows may swap the addresses of agents.',
      querystring: ImportQuery,
      body: {
        content: {
          'application/json': { schema: AgentListInput },
          'text/csv': { schema: Csv },
          'text/plain': { schema: Csv },
        },
      },
      response: { 200: jsonAnswer('What became of each row', ImportView) },
    }),
    async (request, reply) => {
      const rows = await rowsOf(request.body);
      mustBeDistinct(rows);
      const agents = rows.map(({ agent }): NewAgent => ({ ...agent, state: 'ready' }));
      const input = { agents, edits: request.query.edit === 'true', nowMs: deps.nowMs() };
      const written = await deps.store
        .importAgents(input, request.idempotency)
        .catch((error: unknown) => {
          throw atTheirPlaces(error, rows);
        });
      const imported = reply.answerOf(written);
      signalDiallingCampaigns(deps);
      return imported;
    },
  );
});

/** @throws Problem 422 with every fault */
async function rowsOf(body: unknown): Promise<Row[]> {
  if (typeof body !== 'string') {
    const { agents } = body as z.infer<typeof AgentListInput>;
    return agents.map((agent, index) => ({ place: `agents/${index}`, agent }));
  }
  const rows: Row[] = [];
  const faults: FieldError[] = [];
  let count = 0;
  for await (const row of readTable(await csvTable(chunksOf(body), CSV), CSV)) {
    count += 1;
    if (count > MOST_AGENTS) throw tooMany();
    const place = String(row.line);
    if ('fault' in row) {
      faults.push({ pointer: at(place, '#'), detail: row.fault });
      continue;
    }
    const parsed = AgentRow.safeParse(cellsOf(row.row as Record<string, string>));
    if (parsed.success) rows.push({ place, agent: parsed.data });
    else {
      const found = parsed.error.issues.flatMap((issue) => fieldErrors(issue));
      faults.push(
        ...found.map((fault) => ({ ...fault, pointer: at(place, fault.pointer ?? '#') })),
      );
    }
  }
  if (faults.length > 0) throw badRows(faults);
  return rows;
}

async function* chunksOf(text: string): AsyncGenerator<string> {
  yield text;
}

/** Empty cells have the default of their column. */
function cellsOf(record: Record<string, string>): Record<string, unknown> {
  const cells = Object.entries(record).filter(([, value]) => value !== '');
  return Object.fromEntries(cells.map(([name, text]) => [name, valueOf(name, text)]));
}

function valueOf(name: string, text: string): unknown {
  if (name === 'pools') return text.split(';');
  return name === 'capacity' ? Number(text) : text;
}

const at = (place: string, pointer: string) => `#/${place}${pointer.slice(1)}`;

/** Of rows with one id or address, the later ones are faults. */
function mustBeDistinct(rows: readonly Row[]): void {
  const faults: FieldError[] = [];
  for (const field of ['id', 'address'] as const) {
    const first = new Map<string, string>();
    for (const { place, agent } of rows) {
      const before = first.get(agent[field]);
      if (before === undefined) first.set(agent[field], place);
      else faults.push({ pointer: at(place, `#/${field}`), detail: `is in row ${before} too` });
    }
  }
  if (faults.length > 0) throw badRows(faults);
}

function atTheirPlaces(error: unknown, rows: readonly Row[]): unknown {
  if (!(error instanceof StoreRefusal) || error.code !== 'bad-agents') return error;
  const faults = error.facts['faults'] as readonly AgentRowFault[];
  return badRows(
    faults.map(({ index, field, reason }) => ({
      pointer: at(rows[index]!.place, `#/${field}`),
      detail: reason,
    })),
  );
}

const badRows = (errors: FieldError[]) =>
  new Problem({
    status: 422,
    code: 'invalid_agents',
    detail: `Nothing was imported, because rows cannot be used: ${errors
      .slice(0, SHOWN)
      .map(({ pointer, detail }) => `${pointer}: ${detail}`)
      .join('; ')}${errors.length > SHOWN ? `; and ${errors.length - SHOWN} more` : ''}.`,
    errors,
  });
const SHOWN = 5;

const tooMany = () =>
  new Problem({
    status: 413,
    code: 'too_many_rows',
    detail: `At most ${MOST_AGENTS} agents are allowed in one request. Nothing was imported.`,
  });
