import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCommandLine, usage } from '../../src/simulator/command-line.ts';
import { optionsSchema } from '../../src/simulator/options.ts';
import { variantSchema } from '../../src/simulator/variants.ts';

const parse = (...args: string[]) => optionsSchema.parse(readCommandLine(args).options);

test('every option has a flag and a description', () => {
  const text = usage();
  for (const [name, schema] of Object.entries(optionsSchema.shape)) {
    expect(schema.meta()?.description).toBeTypeOf('string');
    expect(text).toContain(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} `);
  }
});

test('durations, spans and ratios are read', () => {
  const options = parse('--retry-first-ms', '10s', '--talk-ms', '500-2s', '--dropped', '0.5');
  expect(options).toMatchObject({ retryFirstMs: 10_000, talkMs: [500, 2_000], dropped: 0.5 });
});

test('a refusal has a code, a ratio, a window and a number', () => {
  const rules = ['402', '403:0.25', '409@10s-20s', 'account_not_verified:.5@1m-=*99'];
  const { refuse } = parse(...rules.flatMap((rule) => ['--refuse', rule]));
  const always = { ratio: 1, fromMs: 0, toMs: Infinity, number: '*' };
  expect(refuse).toEqual([
    { ...always, code: 'insufficient_funds' },
    { ...always, code: 'click2call_api_disabled', ratio: 0.25 },
    { ...always, code: 'account_suspended', fromMs: 10_000, toMs: 20_000 },
    { ...always, code: 'account_not_verified', ratio: 0.5, fromMs: 60_000, number: '*99' },
  ]);
});

test('routes, top-ups, lost events and variants are read', () => {
  const options = parse(
    '--deliver=https://a.example=http://127.0.0.1:1',
    '--top-up=2.5@1m',
    '--lost-event=bridged:0.5',
    '--variant=successStatus=200',
  );
  expect(options.deliver).toEqual([{ origin: 'https://a.example', target: 'http://127.0.0.1:1' }]);
  expect(options.topUp).toEqual([{ amount: 2_500_000n, atMs: 60_000 }]);
  expect(options.lostEvent).toEqual([{ event: 'click2call.bridged', ratio: 0.5 }]);
  expect(options.variant.successStatus).toBe(200);
});

test.each([
  ['--refuse', '999'],
  ['--refuse', '402@later'],
  ['--dropped', '2'],
  ['--talk-ms', '5s-1s'],
  ['--deliver', 'nowhere'],
  ['--variant', 'colour=red'],
  ['--top-up', '5'],
  ['--balance', 'much'],
  ['--nothing', 'known'],
])('%s %s is refused', (...args) => {
  expect(() => parse(...args)).toThrow(/./);
});

test('docs/simulator.md names every variant and fact', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/simulator.md'), 'utf8');
  const variants = Object.keys(variantSchema.shape).map((name) => `\`${name}\``);
  const source = join(import.meta.dirname, '../../src/simulator/state/facts.ts');
  const facts = readFileSync(source, 'utf8').matchAll(/fact: '([a-z-]+)'/g);
  const names = [...variants, ...[...facts].map(([, fact]) => `\`${fact}\``)];
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});
