import { expect, test } from 'vitest';
import { readInline, readMarkdown } from '../../../../src/dashboard/components/script/markdown.ts';

test('headings, paragraphs and lists', () => {
  const blocks = readMarkdown('# Hello\n\nSay your\nname.\n\n- one\n- **two**\n1. first');
  expect(blocks.map(({ is }) => is)).toEqual(['heading', 'paragraph', 'list', 'list']);
  expect(blocks[1]).toMatchObject({ inline: [{ is: 'text', text: 'Say your name.' }] });
  expect(blocks[2]).toMatchObject({
    ordered: false,
    items: [[{ text: 'one' }], [{ is: 'strong' }]],
  });
  expect(blocks[3]).toMatchObject({ ordered: true });
});

test('bold, italics and https links', () => {
  expect(readInline('a **b** *c* [d](https://crm.example/1)')).toEqual([
    { is: 'text', text: 'a ' },
    { is: 'strong', text: 'b' },
    { is: 'text', text: ' ' },
    { is: 'em', text: 'c' },
    { is: 'text', text: ' ' },
    { is: 'link', text: 'd', href: 'https://crm.example/1' },
  ]);
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](http://crm.example)',
  '[x](https://crm.example/"onclick="alert)',
  '[x](data:text/html,1)',
])('%s stays text', (source) => {
  expect(readInline(source).every(({ is }) => is === 'text')).toBe(true);
});
