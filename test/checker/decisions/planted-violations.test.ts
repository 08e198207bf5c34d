/** Each planted violation is found and named by the checker, and an untouched file is signed off, on both engines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../../store/contract/world.ts';
import { emptyDatabases } from '../../store/postgres/empty-databases.ts';
import { onPostgres } from '../../store/postgres/on-postgres.ts';
import { openSqliteUnderTest, type SqliteUnderTest } from '../../store/sqlite-files.ts';
import { chainedAgain, exported, parsed, violationsIn, type AnyLine } from './exported.ts';
import { playCampaigns } from './played-campaigns.ts';

describe('a decision file', () => {
  let opened: SqliteUnderTest;
  let lines: string[];
  beforeAll(async () => {
    opened = openSqliteUnderTest();
    await playCampaigns(new World(opened));
    lines = await exported(opened.store);
  });
  afterAll(() => opened.drop());

  const decisions = (values: AnyLine[]) => values.filter(({ type }) => type === 'decision');
  const lineOf = (values: AnyLine[], ref: string, placement = 1): AnyLine =>
    decisions(values).find(({ sealed }) => sealed.ref === ref && sealed.placement === placement)!;

  /** What the checker finds after somebody changed the values and computed all hashes of the file again. */
  async function planted(change: (values: AnyLine[]) => void) {
    const values = parsed(lines);
    change(values);
    return violationsIn(chainedAgain(values));
  }
  const one = (text: RegExp) => [expect.stringMatching(text)];

  test('that is untouched is signed off', async () => {
    expect(decisions(parsed(lines)).length).toBe(7);
    expect(await violationsIn(lines)).toEqual({});
  });

  test('1: a POST outside the window', async () => {
    const found = await planted((values) => {
      const { sealed } = lineOf(values, 'c1.1.1');
      sealed.decision.decided_at = '2027-01-15T18:30:00.000Z';
      sealed.decision.zones[0].local_time = '2027-01-15T20:30:00.000+02:00';
    });
    expect(found['WINDOW']).toEqual(
      one(/call c1\.1\.1, placement 1 .* fri 2027-01-15 20:30 in Europe\/Athens.* 08:00–20:00/),
    );
  });

  test('2: a window judged in the wrong zone', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.1.1').sealed.decision.zones = [
        { zone: 'Asia/Tokyo', local_time: '2027-01-15T17:00:01.000+09:00', rule: 0 },
      ];
    });
    expect(found['ZONE']).toEqual(
      one(/call c1\.1\.1, .* judged in Asia\/Tokyo, and the contact is in Europe\/Athens/),
    );
  });

  test('2: a local time that its zone does not show', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.1.1').sealed.decision.zones[0].local_time =
        '2027-01-15T12:00:01.000+02:00';
    });
    expect(found['ZONE']).toEqual(one(/said to show 2027-01-15T12:00:01.*shows 2027-01-15T10:00/));
  });

  test('3: a number over its daily cap', async () => {
    const found = await planted((values) => {
      const { number } = lineOf(values, 'c1.1.1');
      lineOf(values, 'c1.2.1').number = number;
    });
    expect(found['CAPS']).toContainEqual(
      expect.stringMatching(/call c1\.1\.\d, .*dialled 2 times .* on 2027-01-15 .*the cap is 2/),
    );
  });

  test('4: a number over a rolling cap', async () => {
    const found = await planted((values) => {
      const { number } = lineOf(values, 'c2.1.1');
      const at = '2027-01-12T08:00:00.000Z';
      const dial = { type: 'dial', number, ref: 'c9.1.1', at, counted_at: at, ended_at: at };
      values.splice(values.indexOf(lineOf(values, 'c2.1.1')), 0, dial);
    });
    expect(found).toEqual({
      CAPS: [
        expect.stringMatching(/c2\.1\.1, placement 1 .*dialled 1 times .*7 days, and the cap is 1/),
        expect.stringMatching(/c2\.1\.1, placement 2 .*dialled 1 times .*7 days, and the cap is 1/),
      ],
    });
  });

  test('5: a number that was found on a list that counts', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.2.1').sealed.decision.suppression.found_on = ['own'];
    });
    expect(found['LISTS']).toEqual(one(/c1\.2\.1, .*found on list own, which the policy asks/));
  });

  test('5: a number that was on a list, although its decision does not say so', async () => {
    const found = await planted((values) => {
      const { number } = lineOf(values, 'c1.2.1');
      values.splice(3, 0, { type: 'suppressed', number, list: 'own', version: 1, until: null });
    });
    expect(found).toEqual({
      LISTS: one(/c1\.2\.1, .*on list own since version 1, and version 2 was asked/),
    });
  });

  test('5: lists that were asked in an old version, or not at all', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.2.1').sealed.decision.suppression.version = 1;
      lineOf(values, 'c2.1.1').sealed.decision.suppression.every_list = false;
    });
    expect(found['LISTS']).toEqual([
      expect.stringMatching(/c1\.2\.1, .*version 1 of the lists was asked, after version 2/),
      expect.stringMatching(/c2\.1\.1, .*it asked own, and the policy names every list/),
    ]);
  });

  test('6: a POST during a hold that was not its probe', async () => {
    const found = await planted((values) => {
      const probe = decisions(values).find(({ sealed }) => sealed.decision.hold.state === 'probe');
      probe.sealed.decision.hold = { state: 'none', changed_at: null };
    });
    expect(found['HOLD']).toEqual(
      one(/call c1\.\d\.\d, .*not as the probe of the hold \(402\).*opened at 2027-01-15T09/),
    );
  });

  test('7: POSTs above the pace', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.2.1').sealed.intent_at = '2027-01-15T08:00:01.100Z';
    });
    expect(found['PACE']).toEqual(
      one(/c1\.2\.1, .*100 ms after the POST of call c1\.1\.1.*campaign need 500 ms/),
    );
  });

  test('8: a POST above the budget', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.2.1').sealed.decision.budget.total.spent = '9.7';
    });
    expect(found['BUDGET']).toEqual(one(/c1\.2\.1, .*are 10\.1, and the total budget is 10/));
  });

  test('8: a reserve that was left out of the sums', async () => {
    const found = await planted((values) => {
      const { decision } = lineOf(values, 'c1.1.1').sealed;
      decision.decided_at = '2027-01-15T08:00:00.000Z';
      lineOf(values, 'c1.1.1').sealed.intent_at = decision.decided_at;
      const later = lineOf(values, 'c1.2.1').sealed;
      later.intent_at = later.decision.decided_at = '2027-01-15T08:00:05.000Z';
      later.decision.budget.total.reserved = '0';
    });
    expect(found['BUDGET']).toEqual(one(/c1\.2\.1, .*0 is said to be reserved.* reserve 0\.2/));
  });

  test('9: two live calls to one number', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.2.1').number = lineOf(values, 'c1.1.1').number;
    });
    expect(found['NUMBER']).toEqual(
      one(/c1\.2\.1, .*while call c1\.1\.1 to its number lasted until 2027-01-15T08:00:21/),
    );
  });

  test('10: two live calls of one agent', async () => {
    const found = await planted((values) => {
      const { agent } = lineOf(values, 'c1.1.1').sealed.decision;
      lineOf(values, 'c1.2.1').sealed.decision.agent.id = agent.id;
    });
    expect(found['AGENT']).toEqual(
      one(/c1\.2\.1, .*agent a\d with a capacity of 1 was on call c1\.1\.1/),
    );
  });

  test.each([
    [900, []],
    [1_100, ['NUMBER', 'AGENT']],
  ])('9, 10: two calls that overlap by %s ms of two clocks break %j', async (overlapMs, broken) => {
    const found = await planted((values) => {
      const [one, other] = [lineOf(values, 'c1.1.1'), lineOf(values, 'c1.2.1')];
      const endedMs = Date.parse(other.sealed.intent_at) + overlapMs;
      one.call.ended_at = new Date(endedMs).toISOString();
      other.number = one.number;
      other.sealed.decision.agent.id = one.sealed.decision.agent.id;
    });
    expect(['NUMBER', 'AGENT'].filter((rule) => rule in found)).toEqual(broken);
  });

  test('10: a POST under a policy that was not in force', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.2.1').sealed.decision.policy.version = 2;
      lineOf(values, 'c1.3.1').sealed.decision.policy.in_force = 1;
    });
    expect(found['POLICY']).toEqual([
      expect.stringMatching(/c1\.2\.1, .*version 2 was made at .*when the call was claimed/),
      expect.stringMatching(/c1\.2\.1, .*under version 2, after version 1/),
      expect.stringMatching(/c1\.3\.1, .*version 1 was replaced at .*when it was decided/),
      expect.stringMatching(/c1\.3\.1, .*under version 2, after version 1/),
    ]);
  });

  describe('whose hashes were not computed again', () => {
    const at = () => parsed(lines).findIndex(({ sealed }) => sealed?.ref === 'c1.2.1');

    test('11: a changed line is named', async () => {
      const changed = lines.with(at(), lines[at()]!.replace('"spent":"0"', '"spent":"0.0"'));
      expect(await violationsIn(changed)).toMatchObject({
        CHAIN: one(new RegExp(`^line ${at() + 1}: it was changed`)),
      });
    });

    test('12: a removed line is named', async () => {
      expect(await violationsIn(lines.toSpliced(at(), 1))).toMatchObject({
        CHAIN: [
          expect.stringContaining(`line ${at() + 1} of the export was removed before it`),
          expect.stringContaining('the file has 6 placements, and its end counts 7'),
        ],
      });
    });

    test('12: an inserted line is named', async () => {
      const inserted = lines.toSpliced(at() + 1, 0, lines[at()]!);
      expect((await violationsIn(inserted))['CHAIN']![0]).toMatch(
        new RegExp(`^line ${at() + 2}: it is line ${at() + 1} of the export and stands after`),
      );
    });

    test('12: two lines in the other order are named', async () => {
      const [one, other] = [lines[at()]!, lines[at() + 1]!];
      const { CHAIN } = await violationsIn(lines.toSpliced(at(), 2, other, one));
      expect(CHAIN).toContainEqual(expect.stringMatching(/inserted or reordered/));
    });

    test('12: a file that ends too early is named', async () => {
      expect(await violationsIn(lines.slice(0, -1))).toEqual({
        CHAIN: ['the end of the file was removed'],
      });
    });
  });

  describe('whose hashes were computed again', () => {
    test('11: a decision that was changed after it was sealed is noticed', async () => {
      const found = await planted((values) => {
        lineOf(values, 'c1.2.1').sealed.decision.agent.pool = 'other';
      });
      expect(found).toEqual({ SEAL: one(/^seal 1 of campaign c1 .*changed after it was sealed/) });
    });

    test('12: a placement that was removed after it was sealed is noticed', async () => {
      const found = await planted((values) => {
        values.splice(values.indexOf(lineOf(values, 'c1.2.1')), 1);
        values.at(-1).decisions -= 1;
      });
      expect(found).toEqual({ SEAL: one(/covers 5 placements, and the file has 4/) });
    });

    test('12: a decision that is passed off as one outside of the time is noticed', async () => {
      const found = await planted((values) => {
        const { campaign, sealed } = lineOf(values, 'c1.2.1');
        const at = values.findIndex((each) => each.sealed === sealed);
        values[at] = { type: 'unselected', campaign, sealed };
        values.at(-1).decisions -= 1;
      });
      expect(found).toEqual({ READ: one(/c1\.2\.1 was placed at .*, in the time of the file/) });
    });

    test('12: a decision that was taken out of its placement is noticed', async () => {
      const found = await planted((values) => {
        lineOf(values, 'c1.2.1').sealed.decision = null;
      });
      expect(found['READ']).toEqual(one(/c1\.2\.1, placement 1 .*it has no decision/));
    });

    test('seals that were computed again lack the hash that was noted before', async () => {
      const [seal] = await opened.store.lastSeals('c2');
      expect(await violationsIn(lines, { expected: [seal!.hash] })).toEqual({});
      const other = '1'.repeat(64);
      expect(await violationsIn(lines, { expected: [other] })).toEqual({
        SEAL: [`no seal of the file is ${other}, which was expected`],
      });
    });
  });
});

onPostgres('a decision file from Postgres', (postgres) => {
  const at = emptyDatabases(postgres);

  test('that is untouched is signed off', async () => {
    await playCampaigns(at.world);
    const lines = await exported(at.world.store);
    expect(parsed(lines).filter(({ type }) => type === 'decision')).toHaveLength(7);
    expect(await violationsIn(lines)).toEqual({});
  });
});
