/** What the Web UI shows of a call, as Markdown: names of events and reasons are the carrier's and people's. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callBoard } from '../../src/workflows/calls/call-details.ts';
import { asMarkdown } from '../../src/workflows/markdown.ts';

const board = (more: Partial<Parameters<typeof callBoard>[0]> = {}) =>
  callBoard({
    now: 'completed',
    posted: ['placed 12:00:00 UTC', 'ada'],
    waits: [],
    deepest: 'bridged',
    ended: undefined,
    seen: [],
    ...more,
  });

const MARKUP = '[x](javascript:y)![i](https://outside.example/i.png)<img src=x>|**b**`c`&lt;~~d~~';
const AS_TEXT = String.raw`\[x\](javascript:y)!\[i\](https://outside.example/i.png)\<img src=x\>\|\*\*b\*\*\`c\`\&lt;\~\~d\~\~`;

test('the name of an event is one cell of the timeline, whatever the carrier calls it', () => {
  const lines = board({ seen: [{ seq: 7, name: `${MARKUP}\n| 8 | click2call.completed |` }] });
  expect(lines.split('\n').slice(-1)).toEqual([
    String.raw`| 7 | ${AS_TEXT} \| 8 \| click2call.completed \| |`,
  ]);
});

test('a reason is text, on one line', () => {
  const lines = board({ waits: [`${MARKUP}\n\n# refused`] }).split('\n');
  expect(lines[1]).toBe(`${AS_TEXT} # refused`);
  const waiting = { reason: 'placement', text: MARKUP, untilMs: null } as const;
  expect(board({ waits: [waiting] })).toContain(`waiting: ${AS_TEXT}`);
});

test('no text has a character left that Markdown would act on', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(...Array.from('[](){}<>!*_`|~&\\\n\r a#')),
        maxLength: 40,
      }),
      (text) => {
        const shown = asMarkdown(text);
        expect(shown.replaceAll(/\\[^]/g, '')).not.toMatch(/[[\]<>*_`|~&\\\n\r]/);
        expect(shown.replaceAll(/\\([^])/g, '$1')).toBe(text.replaceAll(/\s+/g, ' '));
      },
    ),
  );
});
