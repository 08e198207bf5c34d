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

/** By their names in requests. */
const PARAMETERS: Record<string, string> = {
  'idempotency-key': 'IdempotencyKey',
  'if-match': 'IfMatch',
  cursor: 'Cursor',
};

export class SharedParts {
  readonly #parts = {
    headers: new Map<string, object>(),
    parameters: new Map<string, object>(),
    responses: new Map<string, object>(),
  };

  /** Puts references in the place of problems, of the header `ETag`, and of the parameters that are named above. */
  takeFrom(operation: Operation): void {
    const { parameters, responses } = operation;
    for (const [status, answer] of Object.entries(responses)) {
      const { headers, content = {} } = answer;
      if (headers?.['ETag']) headers['ETag'] = this.#share('headers', 'ETag', headers['ETag']);
      if (!('application/problem+json' in content)) continue;
      const name = `Problem${status}${OTHER_MEANINGS[answer.description ?? ''] ?? ''}`;
      responses[status] = this.#share('responses', name, answer);
    }
    if (!parameters) return;
    operation.parameters = parameters.map((parameter) => {
      const name = PARAMETERS[parameter.name ?? ''];
      return name === undefined ? parameter : this.#share('parameters', name, parameter);
    });
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
