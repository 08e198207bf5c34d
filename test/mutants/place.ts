/** Where a mutant changes a file, told by the syntax tree: layout, comments and neighbouring lines do not matter. */
import { parseSync } from 'vite';

/** In `in` (a function, method, class, constant or property), or in the whole file. */
export type Place = { file: string; in?: string } & (
  | {
      /** A statement, expression, property or import: all of its code, or how it begins, and then `…`. */
      find: string;
    }
  | {
      /** Words of a statement of SQL, which is text in a tree. */
      sql: string;
    }
);

export interface Span {
  start: number;
  end: number;
}

interface Node extends Span {
  type: string;
  /** What declarations, and what methods and properties are named by. */
  id?: unknown;
  key?: unknown;
}

/** Everything in `text` that fits; the place is good where that is one. */
export function spansOf(text: string, place: Place): Span[] {
  const tree = parseSync(place.file, text);
  const code = withoutComments(text, tree.comments);
  const name = place.in;
  const scopes =
    name === undefined
      ? [tree.program]
      : outermost(tree.program, (node) => nameOf(node.id) === name || nameOf(node.key) === name);
  return scopes.flatMap((scope) =>
    'sql' in place
      ? wordsIn(code, scope, place.sql)
      : outermost(scope, (node) => isSaid(code.slice(node.start, node.end), place.find)),
  );
}

/** What is below `tree` and fits, but not what is below that again. */
function outermost(tree: object, fits: (node: Node) => boolean): Node[] {
  return Object.values(tree).flatMap((part: unknown) => {
    if (typeof part !== 'object' || part === null) return [];
    return isNode(part) && fits(part) ? [part] : outermost(part, fits);
  });
}

const isNode = (part: object): part is Node => 'type' in part && 'start' in part;

function nameOf(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return undefined;
  return 'name' in node ? node.name : 'value' in node ? node.value : undefined;
}

function isSaid(code: string, find: string): boolean {
  return find.endsWith('…')
    ? bare(code).startsWith(bare(find.slice(0, -1)))
    : bare(code) === bare(find);
}

/** Without what depends on the width of the page. */
const bare = (code: string): string => code.replaceAll(/\s/g, '').replaceAll(/,(?=[)\]}])|;$/g, '');

/** As long as before, so that places stay. */
function withoutComments(text: string, comments: readonly Span[]): string {
  return comments.reduce(
    (code, { start, end }) => code.slice(0, start) + ' '.repeat(end - start) + code.slice(end),
    text,
  );
}

function wordsIn(text: string, { start, end }: Span, words: string): Span[] {
  const pattern = words.split(/\s+/).map((word) => RegExp.escape(word));
  return [...text.slice(start, end).matchAll(new RegExp(pattern.join('\\s+'), 'g'))].map(
    (match) => ({ start: start + match.index, end: start + match.index + match[0].length }),
  );
}
