/** What `npm start` prints first. */
import { expect, test } from 'vitest';
import { greeting, signInLink } from '../../src/dev/addresses.ts';
import { TROUBLE_NAMES } from '../../src/terminal/trouble-names.ts';

const PLACES = {
  temporal: { address: '127.0.0.1:7233', webUi: 'http://127.0.0.1:8233', how: 'started' },
  url: 'http://127.0.0.1:3000',
  apiKey: 'dev-key',
  folder: '/data/example',
} as const;

test('the link is for the dashboard on localhost, with its code where no server sees it', () => {
  const link = new URL(signInLink('http://127.0.0.1:3000', 'secret'));
  expect([link.origin, link.search, link.hash]).toEqual([
    'http://localhost:3000',
    '',
    '#sign-in=secret',
  ]);
});

test('the greeting has ten lines, and names the link, the key, the logs and the speed of the carrier', () => {
  const text = greeting(PLACES, { link: signInLink(PLACES.url, 'code') });
  expect(text.split('\n').length).toBeLessThanOrEqual(10);
  for (const part of [
    'http://localhost:3000/#sign-in=code',
    'key dev-key',
    '/data/example/dialwright.log',
    'Simulated carrier, 20 times as fast: no phone rings.',
    'Ctrl-C',
  ]) {
    expect(text).toContain(part);
  }
});

test('a start that ends by itself prints no link', () => {
  expect(greeting(PLACES)).not.toContain('sign-in');
});

test.each(TROUBLE_NAMES)('the greeting of the trouble %s says how to end it', (trouble) => {
  const text = greeting(PLACES, { link: 'http://localhost:3000', trouble });
  expect(text).toContain(`Trouble    ${trouble}: `);
  expect(text).toContain('Type mend');
});
