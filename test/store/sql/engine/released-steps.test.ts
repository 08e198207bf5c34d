import { expect, test } from 'vitest';
import {
  onlyAdds,
  schemaDigest,
  schemaStepNames,
  schemaSteps,
} from '../../../../src/store/sql/engine/schema-steps.ts';

/**
 * The first 16 digits of the digest of each step that a database may have seen, by engine. A step never changes once a
 * database somewhere was made with it: that database would be refused, and its data lost.
 */
const RELEASED: Record<string, { sqlite: string; postgres: string }> = {
  '001_initial': { sqlite: 'fde949a9167c0618', postgres: '1bd122c6ada3f544' },
  '002_restores': { sqlite: 'd8e0e3b816e674a1', postgres: 'd918f8882043f649' },
  '003_archives': { sqlite: 'a4ae265d266a762b', postgres: '09f7fc48f2d65faf' },
  '004_import_undo': { sqlite: '020530fb1e6427d6', postgres: 'cdb9f2876394dbb5' },
  '005_areas': { sqlite: 'b781031fe908e7a5', postgres: '1c5c4494e9e0ff5b' },
  '006_outcomes': { sqlite: '0e6680c7406bb0e0', postgres: '374257a524615e02' },
  '007_persons': { sqlite: '8dd2f88e7095881c', postgres: '31d51918992254fe' },
  '008_consents': { sqlite: '3355c248c5b6ea0d', postgres: '2e0b859ab41c2703' },
  '009_people': { sqlite: 'ade4895405890e00', postgres: '92cc6c83bc181754' },
  '010_best_hours': { sqlite: 'ec39d9f923a26f4e', postgres: 'ab520561fb6ab66e' },
  '011_calls_by_outcome': { sqlite: '5ba51b8cb6e32a38', postgres: '1e2778eadd90f679' },
  '012_users': { sqlite: 'ae4ca13a4bf9f955', postgres: 'b3f5042cf54c703c' },
  '013_ended_tallies': { sqlite: '5573173f4b8471c8', postgres: '95293bf6f5271aac' },
};

const ENGINES = ['sqlite', 'postgres'] as const;

const digestOf = (step: string): string => schemaDigest([step]).toString('hex').slice(0, 16);

test.each(ENGINES)('no step of %s changes after its release', (engine) => {
  const steps = schemaSteps(engine);
  const wrong = schemaStepNames(engine).flatMap((name, index) => {
    const digest = digestOf(steps[index]!);
    const pinned = RELEASED[name]?.[engine];
    if (pinned === digest) return [];
    return pinned === undefined
      ? `${name} is new: add its digest ${digest} to RELEASED here, and never change it again`
      : `${name} was changed: take that back, and add a numbered step in src/store/schema instead, for both engines`;
  });
  expect(wrong).toEqual([]);
});

test('both engines have the same steps', () => {
  expect(schemaStepNames('sqlite')).toEqual(schemaStepNames('postgres'));
  expect(Object.keys(RELEASED)).toEqual(schemaStepNames('sqlite'));
});

/** Without comments, and without a view's removal where it is made anew: SQLite replaces none in place. */
const bareText = (step: string): string =>
  step.replaceAll(/--[^\n]*/g, '').replaceAll(/DROP VIEW (\w+);\s+(?=CREATE VIEW \1 AS)/g, '');

test.each(ENGINES)(
  'a later step of %s that takes something away says so in its first line',
  (engine) => {
    const takesAway =
      /\b(DROP (TABLE|COLUMN|VIEW)|RENAME|ALTER COLUMN \w+ (TYPE|SET NOT NULL)|ADD CONSTRAINT)\b/i;
    const silent = schemaSteps(engine)
      .slice(1)
      .filter((step) => onlyAdds(step) && takesAway.test(bareText(step)));
    expect(silent, 'begin its file with "-- contracts: …", and read docs/upgrading.md').toEqual([]);
  },
);
