/** What an import noticed about a list that is read in a way that the person may not expect. */
import * as z from 'zod';
import { Problem } from '../http/problem.ts';

export const NoticeView = z
  .object({
    code: z.enum(['encoding', 'footer', 'further_numbers']),
    detail: z.string(),
    samples: z.array(z.string()).meta({ description: 'Texts of the list that show it.' }),
    answer: z.record(z.string(), z.string()).nullable().meta({
      description:
        'Query parameters with which the list is read so. Without them it is not imported. Null: it is only told.',
    }),
  })
  .meta({ id: 'ImportNotice' });

export type Notice = z.infer<typeof NoticeView>;

export const NOTICES_VIEW = {
  notices: z.array(NoticeView).meta({ description: 'What is read in a way that is not certain.' }),
};

/** @throws Problem 422 if the person has not said yet that the list is to be read so */
export function mustBeAnswered(notices: readonly Notice[]): void {
  const open = notices.filter(({ answer }) => answer !== null);
  if (open.length === 0) return;
  throw new Problem({
    status: 422,
    code: 'list_unconfirmed',
    detail: `${textOf(open)} Nothing was imported.`,
    more: { notices: open },
  });
}

/** A refusal of the same list, with everything that must be answered at once. */
export function withNotices(error: unknown, notices: readonly Notice[]): unknown {
  if (!(error instanceof Problem) || error.input.status !== 422 || notices.length === 0)
    return error;
  const { input } = error;
  return new Problem(
    {
      ...input,
      detail: `${input.detail} ${textOf(notices)}`,
      more: { ...input.more, notices },
    },
    { cause: error.cause },
  );
}

const textOf = (notices: readonly Notice[]): string =>
  notices
    .map(({ detail, samples, answer }) => {
      const quoted = samples.map((text) => `“${text}”`).join(', ');
      const parameters = Object.entries(answer ?? {}).map(([name, value]) => `${name}=${value}`);
      return `${detail}${quoted === '' ? '' : `: ${quoted}`}. If that is right, send it with \`${parameters.join('&')}\`.`;
    })
    .join(' ');
