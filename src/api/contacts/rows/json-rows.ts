import { TokenParser, TokenType, Tokenizer } from '@streamparser/json';
import { Problem, invalidField } from '../../http/problem.ts';
import { LONGEST_ROW_CHARACTERS, tooLong, type TextRow } from './text-row.ts';

export async function* readNdjson(text: AsyncGenerator<string>): AsyncGenerator<TextRow> {
  let line = 0;
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const written of lines) {
      line += 1;
      if (written.trim() !== '') yield lineOf(line, written);
    }
    if (rest.length > LONGEST_ROW_CHARACTERS) throw tooLong(line + 1);
  }
  if (rest.trim() !== '') yield lineOf(line + 1, rest);
}

function lineOf(line: number, written: string): TextRow {
  if (written.length > LONGEST_ROW_CHARACTERS) throw tooLong(line);
  try {
    return { line, row: JSON.parse(written) as unknown };
  } catch {
    return { line, fault: 'is not valid JSON', written };
  }
}

/** `{"contacts": […]}`; rows count as lines. */
export async function* readJson(text: AsyncGenerator<string>): AsyncGenerator<TextRow> {
  const list = new ListParser();
  let line = 0;
  for await (const chunk of text) {
    // Finished rows are removed, so memory is bounded by the longest row.
    for (let from = 0; from < chunk.length; from += LONGEST_ROW_CHARACTERS) {
      const rows = list.write(chunk.slice(from, from + LONGEST_ROW_CHARACTERS));
      for (const row of rows) yield { line: ++line, row };
      if (list.charactersSinceRow > 2 * LONGEST_ROW_CHARACTERS) throw tooLong(line + 1);
    }
  }
  list.end();
}

/** Parses `{"contacts": […]}` as a stream. */
class ListParser {
  charactersSinceRow = 0;
  readonly #tokenizer = new Tokenizer();
  readonly #values = new TokenParser({ paths: ['$.contacts.*'], keepStack: false });
  #rows: unknown[] = [];
  #depth = 0;
  #before: TokenType | undefined;
  #listed = false;

  constructor() {
    this.#values.onValue = ({ value }) => void this.#rows.push(value);
    this.#tokenizer.onToken = (token) => {
      this.#checkShape(token);
      this.#values.write(token);
    };
  }

  write(text: string): unknown[] {
    this.#rows = [];
    this.charactersSinceRow += text.length;
    this.#reading(() => this.#tokenizer.write(text));
    if (this.#rows.length > 0) this.charactersSinceRow = 0;
    return this.#rows;
  }

  end(): void {
    this.#reading(() => {
      if (!this.#tokenizer.isEnded) this.#tokenizer.end();
      if (!this.#values.isEnded) throw new Error('it ends too early');
    });
    if (!this.#listed) throw invalidField('#/contacts', 'is missing');
  }

  #reading(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof Problem) throw error;
      // The parser's message is not used, because it quotes the body.
      const detail = 'The body is not valid JSON. Nothing was imported.';
      throw new Problem({ status: 400, code: 'malformed_json', detail }, { cause: error });
    }
  }

  #checkShape({ token, value }: { token: TokenType; value: unknown }): void {
    const before = this.#before;
    this.#before = token;
    if (this.#depth === 0 && token !== TokenType.LEFT_BRACE) {
      throw invalidField('#', 'must be an object with `contacts`');
    }
    if (this.#depth === 1 && before === TokenType.COLON && token !== TokenType.LEFT_BRACKET) {
      throw invalidField('#/contacts', 'must be an array');
    }
    const isKey = before === TokenType.LEFT_BRACE || before === TokenType.COMMA;
    if (this.#depth === 1 && isKey && token === TokenType.STRING) this.#checkKey(value as string);
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth += 1;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth -= 1;
  }

  #checkKey(key: string): void {
    if (key !== 'contacts') {
      // The key may be a person's name or number, so only keys that look like field names are quoted.
      throw invalidField(/^[a-z_]{1,64}$/.test(key) ? `#/${key}` : '#', 'unknown field');
    }
    if (this.#listed) throw invalidField('#/contacts', 'stands twice');
    this.#listed = true;
  }
}
