import { expect, test } from 'vitest';
import {
  correctedContacts,
  correctedLines,
  isCorrectable,
  leftOutOfCsv,
  reasonText,
  withCorrected,
  withCorrection,
} from '../../../../src/dashboard/pages/import/corrections.ts';

const CSV = `line,outcome,field,reason,other_campaign,other_contact,number,name,row_key,zone,agent_id,not_before,not_after,unread
3,rejected,number,"too short, by far",,,'+1202555,Ben Example,,,,,,
5,suppressed,,on the suppression list own,,,'+12025550119,Cay Example,C-1,,,,,
`;
const ROWS = leftOutOfCsv(CSV, 10);

test('a row of the file of left-out rows has what was written, without the apostrophe', () => {
  expect(ROWS).toEqual([
    {
      line: 3,
      outcome: 'rejected',
      field: 'number',
      reason: 'too short, by far',
      written: { number: '+1202555', name: 'Ben Example' },
    },
    {
      line: 5,
      outcome: 'suppressed',
      field: null,
      reason: 'on the suppression list own',
      written: { number: '+12025550119', name: 'Cay Example', row_key: 'C-1' },
    },
  ]);
});

test('only a rejected row with a column at fault can be corrected', () => {
  expect(ROWS.map(isCorrectable)).toEqual([true, false]);
  expect(isCorrectable({ outcome: 'rejected', field: null })).toBe(false);
  expect(isCorrectable({ outcome: 'rejected', field: 'column_9' })).toBe(false);
});

test('a corrected row is sent with its other columns; an unchanged one is not', () => {
  const corrections = withCorrection({}, 3, ['number', '+12025550112']);
  expect(correctedContacts(ROWS, corrections)).toEqual([
    { line: 3, contact: { number: '+12025550112', name: 'Ben Example' } },
  ]);
  expect(correctedLines(corrections, ROWS)).toBe(1);
  const unchanged = withCorrection(corrections, 3, ['number', '+1202555']);
  expect(correctedContacts(ROWS, unchanged)).toEqual([]);
});

test('a value that was made empty is left out of the contact', () => {
  const [first] = leftOutOfCsv(CSV.replace('rejected,number', 'rejected,name'), 1);
  const corrections = withCorrection({}, 3, ['name', ' ']);
  expect(correctedContacts([first!], corrections)).toEqual([
    { line: 3, contact: { number: '+1202555' } },
  ]);
});

test('a reason that names its column is not preceded by it', () => {
  expect(reasonText({ field: 'number', reason: 'number is empty' })).toBe('number is empty');
  expect(reasonText({ field: 'agent_id', reason: 'there is no such agent' })).toBe(
    'agent_id: there is no such agent',
  );
  expect(reasonText({ field: null, reason: 'same number' })).toBe('same number');
});

test('an import counts its corrected rows: 37 and 4 are 41', () => {
  const report = { accepted: 37, duplicate: 1, suppressed: 0, rejected: 6 };
  const corrected = { accepted: 4, duplicate: 1, suppressed: 0, rejected: 0 };
  expect(withCorrected(report, corrected)).toEqual({
    accepted: 41,
    duplicate: 2,
    suppressed: 0,
    rejected: 1,
  });
});
