/** Lists: in answers page by page, or whole where they are short; and read to their end. */
import * as z from 'zod';
import type { Page, PageRequest } from '../../../store/requests.ts';
import { jsonAnswer } from '../schemas.ts';

export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z
    .string()
    .regex(/^[\w-]{1,128}$/, 'is not a cursor')
    .optional()
    .meta({ description: '`next_cursor` of the page before.' }),
});

export const pageRequest = (query: z.infer<typeof PageQuery>): PageRequest => ({
  limit: query.limit,
  after: query.cursor,
});

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  });

export const pageAnswer = (description: string, item: z.ZodType) =>
  jsonAnswer(description, listOf(item));

export const listAnswer = <Item, View>(page: Page<Item>, view: (item: Item) => View) => ({
  data: page.items.map(view),
  next_cursor: page.next ?? null,
});

/** Of a list that is never continued. */
export const wholeListAnswer = (description: string, item: z.ZodType) =>
  jsonAnswer(description, z.object({ data: z.array(item), next_cursor: z.null() }));

export const wholeList = <Item, View>(items: readonly Item[], view: (item: Item) => View) => ({
  data: items.map(view),
  next_cursor: null,
});

/** The items of all pages. A page is read when the items before it are taken. */
export async function* itemsOf<Item>(
  limit: number,
  read: (page: PageRequest) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let after: string | undefined;
  do {
    const page = await read({ limit, after });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}
