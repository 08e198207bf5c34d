/** Parts that many operations have are written once in the document, as components. */
import { PROBLEMS } from '../http/schemas.ts';

interface Reference {
  $ref?: string;
}

export interface Answer extends Reference {
  description?: string;
  headers?: Record<string, Record<string, unknown>>;
  content?: object;
}

export interface Parameter extends Reference {
  name?: string;
}

interface Operation {
  parameters?: Parameter[];
  responses: Record<string, Answer>;
}

export const problemAnswer = (description: string): Answer => ({
  description,
  content: {
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
});

export const FORBIDDEN =
  'The role of the API key does not allow it: `needed_role` names the one that does';

/** What is added to the name of a problem whose status has another meaning as well. */
const OTHER_MEANINGS: Record<string, string> = {
  [PROBLEMS[403]]: 'OfCarrier',
  [`${FORBIDDEN}. Or: ${PROBLEMS[403]}`]: 'OfRoleOrCarrier',
  [PROBLEMS[503]]: 'ForNow',
};

/** Parameters that so many operations have are shared. */
const OFTEN = 2;

export class SharedParts {
  readonly #parts = {
    headers: new Map<string, object>(),
    parameters: new Map<string, object>(),
    responses: new Map<string, object>(),
  };

  /** Puts references in the place of problems and of the header `ETag`. */
  takeFrom({ responses }: Operation): void {
    for (const [status, answer] of Object.entries(responses)) {
      const { headers, content = {} } = answer;
      if (headers?.['ETag']) headers['ETag'] = this.#share('headers', 'ETag', headers['ETag']);
      if (!('application/problem+json' in content)) continue;
      const name = `Problem${status}${OTHER_MEANINGS[answer.description ?? ''] ?? ''}`;
      responses[status] = this.#share('responses', name, answer);
    }
  }

  /** Puts references in the place of parameters. Of a name with several meanings, only the most frequent one is shared. */
  takeParametersFrom(operations: readonly Operation[]): void {
    const all = operations.flatMap(({ parameters = [] }) => parameters);
    const uses = countsOf(all.map((parameter) => JSON.stringify(parameter)));
    const shared = new Map<string, { text: string; count: number }>();
    for (const [text, count] of uses) {
      const name = componentName((JSON.parse(text) as Parameter).name ?? '');
      if (count > (shared.get(name)?.count ?? OFTEN - 1)) shared.set(name, { text, count });
    }
    for (const operation of operations) {
      if (!operation.parameters) continue;
      operation.parameters = operation.parameters.map((parameter) => {
        const name = componentName(parameter.name ?? '');
        const isShared = shared.get(name)?.text === JSON.stringify(parameter);
        return isShared ? this.#share('parameters', name, parameter) : parameter;
      });
    }
  }

  components() {
    const inOrder = (parts: Map<string, object>) =>
      Object.fromEntries([...parts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const { headers, parameters, responses } = this.#parts;
    return {
      headers: inOrder(headers),
      parameters: inOrder(parameters),
      responses: inOrder(responses),
    };
  }

  #share(kind: 'headers' | 'parameters' | 'responses', name: string, part: object) {
    const known = this.#parts[kind].get(name) ?? part;
    if (JSON.stringify(known) !== JSON.stringify(part)) {
      throw new Error(`Two ${kind} of the document would have the name ${name}: give one another`);
    }
    this.#parts[kind].set(name, known);
    return { $ref: `#/components/${kind}/${name}` };
  }
}

/** `if-match` is `IfMatch`. */
const componentName = (parameter: string): string =>
  parameter.replaceAll(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase());

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
