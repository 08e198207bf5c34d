/** The import that a page prepares: its file, how the file is read, what a dry run said, and what is sent. */
import { useDraft, type FieldOf } from '../../components/forms/form.tsx';
import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../client/requests.ts';
import { api, type Schemas } from '../../api/api.ts';
import { ApiProblem, asProblem } from '../../api/problem.ts';
import { encodingOf, isPacked, listTypeOf } from '../../format/files/list-file.ts';
import { withCorrection, type Corrections, type Outcomes } from './corrections.ts';
import { csvSample, type CsvSample } from './csv-text.ts';
import {
  importQuery,
  mappingFault,
  mappingOf,
  NO_SETTINGS,
  type ImportSettings,
  type Mapping,
  type Query,
} from './import-settings.ts';

const CONTACTS = '/v1/campaigns/{campaignId}/contacts';
/** The browser reads so much of a file itself. The rest is sent as it is. */
const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_ROWS = 20;

type Answer = AnswerOf<typeof CONTACTS, 'post'>;

/** What belongs to one file, and to one way to read it. */
interface State {
  file?: File;
  sample?: CsvSample;
  mapping?: Mapping;
  dryRun?: Schemas['ImportDryRun'] | undefined;
  busy: 'reading' | 'checking' | undefined;
  problem: ApiProblem | undefined;
  corrections: Corrections;
  /** Of the request that adds the rows. A repeat has the same, so that it goes on where it stopped. */
  key: string;
  sending: boolean;
  report?: Schemas['ImportReport'];
  /** What became of the corrected rows, which are imports of their own. */
  corrected: Outcomes;
  /** The beginning of a text; undefined: the browser cannot read the file. */
  start?: ArrayBuffer | undefined;
  /** Of a workbook, if the person must choose one. */
  sheets: readonly string[];
}

const nothing = (): State => ({
  busy: undefined,
  problem: undefined,
  corrections: {},
  key: crypto.randomUUID(),
  sending: false,
  corrected: { accepted: 0, duplicate: 0, suppressed: 0, rejected: 0 },
  sheets: [],
});

export interface ImportInPage extends State {
  settings: ImportSettings;
  take: (file: File) => Promise<void>;
  field: FieldOf<ImportSettings>;
  map: (title: string, column: string | null) => void;
  check: () => Promise<void>;
  correct: (line: number, column: string, value: string) => void;
  /** Adds what became of rows that were corrected and sent. */
  noteCorrected: (answer: Outcomes) => void;
  send: () => Promise<void>;
  startAnew: () => void;
}

export function useImport(campaignId: string): ImportInPage {
  const [state, setState] = useState(nothing);
  const { draft: settings, field, set } = useDraft<ImportSettings>(NO_SETTINGS);
  const change = (changes: Partial<State>) => setState((known) => ({ ...known, ...changes }));
  const path = { campaignId };

  /** What a dry run said holds for the way in which it read the list. */
  const readOtherwise = (changes: Partial<State>) =>
    setState((known) => ({
      ...known,
      dryRun: undefined,
      problem: undefined,
      key: crypto.randomUUID(),
      ...changes,
    }));

  async function upload(body: File | string, query: Query, key?: string): Promise<Answer> {
    return api.upload(CONTACTS, {
      path,
      query,
      unchanged: body,
      type: body instanceof File ? listTypeOf(body.name) : 'text/csv',
      ...(key !== undefined && { idempotencyKey: key }),
    });
  }

  async function take(file: File): Promise<void> {
    setState({ ...nothing(), file, busy: 'reading' });
    set({ sheet: '', encoding: '' });
    await look(file, { ...settings, sheet: '', encoding: '' });
  }

  /** Reads the beginning, and asks the server what the columns are. */
  async function look(file: File, wanted: ImportSettings): Promise<void> {
    try {
      const isJson = /json/.test(listTypeOf(file.name));
      if (isJson) return change({ busy: undefined });
      const start = await file.slice(0, SAMPLE_BYTES).arrayBuffer();
      const read = isPacked(start)
        ? await lookAtPacked(file, wanted)
        : await lookAtText(file, start, wanted);
      change({ ...read, busy: undefined });
    } catch (error) {
      change({ problem: asProblem(error), busy: undefined });
    }
  }

  async function lookAtText(file: File, start: ArrayBuffer, wanted: ImportSettings) {
    const text = new TextDecoder(wanted.encoding || encodingOf(start)).decode(start);
    const form = { whole: file.size <= SAMPLE_BYTES, most: SAMPLE_ROWS };
    // The text is UTF-8 when it is sent from here.
    const found = await suggestion(csvSample(text, form).text, { ...wanted, encoding: '' });
    const titles = found.suggested && Object.keys(found.suggested);
    const sample = csvSample(text, { ...form, titles: titles ?? undefined });
    return {
      start,
      sample,
      mapping: mappingOf(sample.header, found.suggested),
      problem: found.problem,
    };
  }

  async function lookAtPacked(file: File, wanted: ImportSettings): Promise<Partial<State>> {
    const { suggested, problem } = await suggestion(file, wanted);
    const sheets = problem?.more['sheets'] as readonly string[] | undefined;
    if (sheets) return { sheets, problem: undefined };
    if (!suggested) return { problem };
    const header = Object.keys(suggested);
    return { sample: { header, rows: [], text: '' }, mapping: suggested, problem };
  }

  /** A dry run of the first rows says what the columns probably are. */
  async function suggestion(
    body: File | string,
    wanted: ImportSettings,
  ): Promise<{ suggested?: Mapping | null; problem: ApiProblem | undefined }> {
    try {
      const answer = await upload(body, { ...importQuery(wanted), dry_run: 'true' });
      if (!('dry_run' in answer)) return { problem: undefined };
      const { mapping, suggested_mapping: better } = answer;
      return { suggested: better ?? mapping, problem: undefined };
    } catch (error) {
      const problem = asProblem(error);
      const suggested = problem.more['suggested_mapping'] as Mapping | undefined;
      // An unknown title is no fault: the person says what it is.
      return suggested ? { suggested, problem: undefined } : { problem };
    }
  }

  async function check(): Promise<void> {
    const { file, mapping } = state;
    const fault = mapping && mappingFault(mapping);
    if (fault) return change({ problem: new ApiProblem(422, { detail: fault }) });
    readOtherwise({ busy: 'checking' });
    try {
      const query = { ...importQuery(settings), ...mapped(mapping), dry_run: 'true' as const };
      const answer = await upload(file!, query);
      if ('dry_run' in answer) change({ dryRun: answer, busy: undefined });
    } catch (error) {
      change({ problem: asProblem(error), busy: undefined });
    }
  }

  async function send(): Promise<void> {
    change({ sending: true, problem: undefined });
    try {
      const { file, mapping, dryRun, key } = state;
      // Who sends the list has seen what the dry run noticed.
      const confirmed = answersOf(dryRun?.notices ?? []);
      const query = { ...importQuery(settings), ...mapped(mapping), ...confirmed };
      const answer = await upload(file!, query, key);
      if (!('dry_run' in answer)) change({ report: answer });
    } catch (error) {
      change({ problem: asProblem(error) });
    }
  }

  return {
    ...state,
    settings,
    take,
    check,
    send,
    field: (name, pointer) => ({
      ...field(name, pointer),
      onValue: (value) => {
        field(name).onValue(value);
        readOtherwise({});
        if (name === 'encoding' || name === 'sheet') {
          change({ busy: 'reading' });
          void look(state.file!, { ...settings, [name]: value });
        }
      },
    }),
    map: (title, column) => readOtherwise({ mapping: { ...state.mapping, [title]: column } }),
    correct: (line, column, value) =>
      change({ corrections: withCorrection(state.corrections, line, [column, value]) }),
    noteCorrected: ({ accepted, duplicate, suppressed }) =>
      setState((known) => ({
        ...known,
        corrected: {
          accepted: known.corrected.accepted + accepted,
          duplicate: known.corrected.duplicate + duplicate,
          suppressed: known.corrected.suppressed + suppressed,
          // Rows that were rejected again stay in the list, and count as before.
          rejected: 0,
        },
      })),
    startAnew: () => setState(nothing()),
  };
}

const answersOf = (notices: readonly Schemas['ImportNotice'][]): Query =>
  Object.assign({}, ...notices.map(({ answer }) => answer)) as Query;

const mapped = (mapping: Mapping | undefined) =>
  mapping ? { mapping: JSON.stringify(mapping) } : {};
