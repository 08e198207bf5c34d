import { expect, test } from 'vitest';
import {
  describeRule,
  fieldsOf,
  newFieldsOf,
  ruleOf,
  withRule,
  withoutRule,
  type HoldRule,
} from '../../../../src/dashboard/pages/account/hold-rule-form.ts';

const probed: HoldRule = {
  status: 402,
  code: 'insufficient_funds',
  action: 'probe',
  first_wait: '30s',
  growth: 2,
  longest_wait: '15m',
  most_probes: 20,
  longest_time: '4h',
  at_end: 'alert',
};
const byPerson: HoldRule = {
  status: 403,
  code: null,
  action: 'by-person',
  longest_time: null,
  at_end: 'stay-on-hold',
};

test('a rule says when it probes, and what happens at its end', () => {
  expect(describeRule(probed)).toBe(
    'One call probes after 30s, then after waits that grow by the factor 2 up to 15m. ' +
      'After 20 refused probes or 4h, an alert is raised, and a person lifts the hold.',
  );
  expect(describeRule(byPerson)).toBe('A person lifts the hold.');
  expect(describeRule({ ...probed, growth: 1, most_probes: null, longest_time: null })).toBe(
    'One call probes every 30s.',
  );
});

test('a form that is not changed makes the same rule', () => {
  expect(JSON.parse(JSON.stringify(ruleOf(fieldsOf(probed))))).toEqual(probed);
});

test('a rule for a person has no field of probes', () => {
  const fields = { ...fieldsOf(probed), action: 'by-person' as const };
  expect(Object.keys(ruleOf(fields))).toEqual([
    'status',
    'code',
    'action',
    'longest_time',
    'at_end',
  ]);
});

test('an edited rule stands where it was, a new one at the end', () => {
  const edited = { ...probed, code: null };
  expect(withRule([probed, byPerson], probed, edited)).toEqual({
    rules: [edited, byPerson],
    position: 0,
  });
  expect(withRule([probed], undefined, byPerson)).toEqual({
    rules: [probed, byPerson],
    position: 1,
  });
});

test('a rule that was removed meanwhile is added again by its edit', () => {
  expect(withRule([byPerson], probed, probed).rules).toEqual([byPerson, probed]);
});

test('a rule is removed by its status and code', () => {
  const ofStatus = { ...probed, code: null };
  expect(withoutRule([probed, ofStatus], ofStatus)).toEqual([probed]);
});

test('a new rule sends no waits, so the server takes its defaults', () => {
  expect(JSON.parse(JSON.stringify(ruleOf(newFieldsOf(probed))))).toEqual({
    status: 402,
    code: 'insufficient_funds',
    action: 'probe',
    at_end: 'stay-on-hold',
  });
});
