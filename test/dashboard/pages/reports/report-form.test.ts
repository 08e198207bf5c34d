import { expect, test } from 'vitest';
import {
  REPORTS,
  isReport,
  reportQuery,
  shownFields,
  type Report,
} from '../../../../src/dashboard/pages/reports/report-form.ts';
import document from '../../../../docs/openapi.json' with { type: 'json' };
import { resolved } from '../../../api/openapi/resolved.ts';

const PATHS: Record<Report, keyof typeof document.paths> = {
  calls: '/v1/reports/calls',
  contacts: '/v1/reports/campaigns/{campaignId}/contacts',
  recordings: '/v1/reports/recordings',
  shifts: '/v1/reports/shifts',
  costs: '/v1/reports/costs',
};

test.each(Object.keys(REPORTS) as Report[])(
  'the form of %s has every parameter of the API, and no other',
  (report) => {
    const { post } = resolved(document).paths[PATHS[report]] as {
      post: { parameters: { name: string; in: string }[] };
    };
    const parameters = post.parameters
      .filter((parameter) => parameter.in !== 'header')
      .map(({ name }) => (name === 'campaignId' ? 'campaign' : name));
    expect(REPORTS[report].fields.toSorted()).toEqual(parameters.toSorted());
  },
);

test('only fields that have a value are sent', () => {
  expect(reportQuery('shifts', { agent: 'a1', from: '', zone: 'UTC', campaign: 'c1' })).toEqual({
    agent: 'a1',
    zone: 'UTC',
  });
});

test('the campaign of contacts is in the path', () => {
  expect(reportQuery('contacts', { campaign: 'c1', state: 'due' })).toEqual({ state: 'due' });
});

test('NDJSON has neither delimiter nor byte order mark', () => {
  const values = { format: 'ndjson', delimiter: 'tab', bom: 'true' };
  expect(shownFields('costs', values)).not.toContain('bom');
  expect(reportQuery('costs', values)).toEqual({ format: 'ndjson' });
});

test('Excel’s language says how fields are separated; only programs are asked', () => {
  expect(shownFields('costs', { for: 'excel-de' })).not.toContain('delimiter');
  expect(reportQuery('costs', { for: 'excel-de', delimiter: 'tab' })).toEqual({ for: 'excel-de' });
  const plain = { for: 'programs', delimiter: 'tab' };
  expect(shownFields('costs', plain)).toContain('delimiter');
  expect(reportQuery('costs', plain)).toEqual({ delimiter: 'tab' });
});

test('an agent may be called as a choice is', () => {
  expect(reportQuery('shifts', { agent: 'programs' })).toEqual({ agent: 'programs' });
});

test('only names of reports are reports', () => {
  expect(isReport('calls')).toBe(true);
  expect(isReport('constructor')).toBe(false);
  expect(isReport(null)).toBe(false);
});
