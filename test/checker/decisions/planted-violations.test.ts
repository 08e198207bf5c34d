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

  test('1b: a POST that was decided in its window, and left after it', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.1.1').sealed.intent_at = '2027-01-15T18:30:00.000Z';
    });
    expect(found['WINDOW']).toEqual(
      one(/call c1\.1\.1, placement 1 .* left when it is fri 2027-01-15 20:30 in Europe\/Athens/),
    );
  });

  test('1c: a POST on a date that is closed where the contact is, or where it may be', async () => {
    const closedIn = (area: string) =>
      planted((values) => {
        const policies = values.filter(
          ({ type, campaign }) => type === 'policy' && campaign === 'c1',
        );
        for (const policy of policies) policy.calling_window.closed_dates = [`2027-01-15 ${area}`];
      });
    const own = (await closedIn('GR'))['WINDOW'];
    expect(own).toContainEqual(
      expect.stringMatching(/c1\.1\.1, .*decided when it is fri 2027-01-15/),
    );
    const other = (await closedIn('US-CA'))['WINDOW'];
    expect(other).not.toContainEqual(expect.stringMatching(/c1\.1\.1,/));
    expect(other).toContainEqual(expect.stringMatching(/c1\.2\.1, .*decided when it is fri/));
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

  test('2: an area that is not that of the contact', async () => {
    const found = await planted((values) => {
      const { area } = lineOf(values, 'c1.1.1').sealed.decision;
      Object.assign(area, { areas: ['CY'], mismatch: false });
    });
    expect(found['AREA']).toEqual(
      one(/c1\.1\.1, .*judged in CY, and the contact is in CY or GR, by sources that differ/),
    );
  });

  test('2: sources of an area that differ, and are said to agree', async () => {
    const found = await planted((values) => {
      const line = lineOf(values, 'c1.1.1');
      for (const area of [line.contact.area, line.sealed.decision.area]) area.mismatch = false;
    });
    expect(found['AREA']).toEqual(one(/c1\.1\.1, .*sources differ, and are said to agree/));
  });

  test('2: a source whose clock was not asked', async () => {
    const found = await planted((values) => {
      const line = lineOf(values, 'c1.1.1');
      for (const area of [line.contact.area, line.sealed.decision.area]) {
        area.sources[0].zones = ['America/New_York'];
      }
    });
    expect(found['AREA']).toEqual(
      one(/c1\.1\.1, .*by country it may be in America\/New_York, whose clock was not asked/),
    );
  });

  test('2: an area that was left out of the decision', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.1.1').sealed.decision.area = null;
    });
    expect(found['AREA']).toEqual(one(/c1\.1\.1, .*judged without an area/));
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

  test('4: a number that rests after what somebody said of its call', async () => {
    const found = await planted((values) => {
      const decided = lineOf(values, 'c2.1.1');
      const { caps } = values.find(({ type, campaign }) => type === 'policy' && campaign === 'c2');
      caps.after_silence = '72h';
      const ended = '2027-01-14T08:00:00.000Z';
      const said = { type: 'outcome', number: decided.number, ref: 'c9.1.1', group: 'machine' };
      const line = { ...said, ended_at: ended, said_at: ended };
      values.splice(values.indexOf(decided), 0, line);
    });
    expect(found['OUTCOMES']).toContainEqual(
      expect.stringMatching(/c2\.1\.1, .*after a call that ended as machine, after_silence 72h/),
    );
  });

  test('4: a person over a cap that counts all their numbers', async () => {
    const found = await planted((values) => {
      const decided = lineOf(values, 'c2.1.1');
      const { caps } = values.find(({ type, campaign }) => type === 'policy' && campaign === 'c2');
      caps.count_by = 'person';
      decided.contact.person = 'somebody';
      decided.sealed.decision.caps.count_by = 'person';
      const at = '2027-01-12T08:00:00.000Z';
      const person = { type: 'person', person: 'somebody', number: 'another', since: at };
      const dial = { type: 'dial', number: 'another', ref: 'c9.1.1', at, counted_at: at };
      values.splice(values.indexOf(decided), 0, person, { ...dial, ended_at: at });
    });
    expect(found['CAPS']).toContainEqual(
      expect.stringMatching(/c2\.1\.1, placement 1 .*dialled 1 times .*7 days, and the cap is 1/),
    );
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

  test('5: a list that was a copy of a registry, and too old', async () => {
    const found = await planted((values) => {
      const { decision } = lineOf(values, 'c1.2.1').sealed;
      const [list] = decision.suppression.lists;
      list.good_until = new Date(Date.parse(decision.decided_at) - 1).toISOString();
    });
    expect(found['LISTS']).toEqual(
      one(/c1\.2\.1, .*list own was a copy of a registry that was good until 20/),
    );
  });

  test('5: a consent that was never given, or too late, or for something else', async () => {
    const lineOfConsent = (values: AnyLine[]) => values.find(({ type }) => type === 'consent')!;
    const found = await planted((values) => {
      const at = values.findIndex(({ type }) => type === 'consent');
      values.splice(at, 1);
    });
    expect(found['CONSENT']).toContainEqual(
      expect.stringMatching(/c2\.1\.1, .*no prior-consent for offers was recorded/),
    );
    const other = await planted((values) => {
      lineOfConsent(values).purpose = 'service';
    });
    expect(other['CONSENT']).toContainEqual(expect.stringMatching(/c2\.1\.1, .*no prior-consent/));
    const late = await planted((values) => {
      lineOfConsent(values).version = 99;
    });
    expect(late['CONSENT']).toContainEqual(
      expect.stringMatching(/it read 1 events of the number, and 0 were recorded/),
    );
  });

  test('5: an objection that was not heeded', async () => {
    const found = await planted((values) => {
      const consent = values.find(({ type }) => type === 'consent')!;
      const at = new Date(Date.parse(consent.at) + 1).toISOString();
      values.splice(values.indexOf(consent), 0, {
        ...consent,
        kind: 'objected',
        purpose: null,
        at,
      });
      const { decision } = lineOf(values, 'c2.1.1').sealed;
      decision.consent.recorded = 2;
    });
    expect(found['CONSENT']).toContainEqual(
      expect.stringMatching(
        /c2\.1\.1, .*the person had objected at .*, and no consent came after it/,
      ),
    );
  });

  test('5: a consent that the policy needs, and nobody asked for', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c2.1.1').sealed.decision.consent = null;
    });
    expect(found['CONSENT']).toContainEqual(
      expect.stringMatching(/c2\.1\.1, .*asked for no consent, and the policy needs prior-consent/),
    );
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

  const isProbe = ({ sealed }: AnyLine) => sealed.decision.hold.state === 'probe';

  /** A probe of the hold that was refused, so many milliseconds before the one that was taken. */
  function addRefusedProbe(values: AnyLine[], beforeMs: number, as: 'decision' | 'probe'): AnyLine {
    const probe = decisions(values).find(isProbe)!;
    const line = structuredClone(probe);
    const { sealed } = line;
    const atMs = Date.parse(sealed.decision.decided_at) - beforeMs;
    const at = new Date(atMs).toISOString();
    Object.assign(sealed, { id: sealed.id - 0.5, ref: 'c1.9.1', intent_at: at });
    Object.assign(sealed.decision, { decided_at: at });
    sealed.decision.hold.lease_until = new Date(atMs + 300).toISOString();
    line.number = null;
    line.outcome = { state: 'refused', at, status: 402, code: null };
    line.call.ended_at = at;
    if (as === 'decision') {
      values.splice(values.indexOf(probe), 0, line);
      values.at(-1).decisions += 1;
    } else {
      const other = { type: 'probe', sealed, outcome: line.outcome };
      values.splice(
        values.findIndex(({ type }) => type === 'decision'),
        0,
        other,
      );
    }
    return probe.sealed.decision.hold;
  }

  test.each(['decision', 'probe'] as const)(
    '6: a probe too soon after another one was refused, which is in the file as a %s',
    async (as) => {
      const found = await planted((values) => {
        addRefusedProbe(values, 1_500, as);
      });
      expect(found['HOLD']).toEqual([
        expect.stringMatching(
          /c1\.\d\.\d, .*0 refused probes are said before it, and the file has 1/,
        ),
        expect.stringMatching(
          /decided 1500 ms after .*the probe after 1 refused ones waits 2000 ms/,
        ),
      ]);
    },
  );

  test('6: a probe whose record names the refused one, but not its time', async () => {
    const found = await planted((values) => {
      addRefusedProbe(values, 1_500, 'probe').refused_probes = 1;
    });
    expect(found['HOLD']).toEqual(one(/decided 1500 ms after .*waits 2000 ms/));
  });

  test('6: more probes than the rule allows', async () => {
    const found = await planted((values) => {
      const account = values.find(({ type, hold }) => type === 'account' && hold !== null);
      const rule = { action: 'probe', first_wait: '1s', growth: 2, longest_wait: '8s' };
      account.hold_rules = [
        { status: 402, code: null, ...rule, most_probes: 1, longest_time: null, at_end: 'alert' },
      ];
      const hold = addRefusedProbe(values, 3_000, 'probe');
      hold.refused_probes = 1;
      hold.rule.most_probes = 1;
    });
    expect(found['HOLD']).toEqual(one(/1 probes were refused before it, and the rule allows 1/));
  });

  test('6: a probe by a rule that the account does not have', async () => {
    const found = await planted((values) => {
      const { rule } = decisions(values).find(isProbe)!.sealed.decision.hold;
      Object.assign(rule, { growth: 1, most_probes: 4 });
      const account = values.find(({ type, hold }) => type === 'account' && hold !== null);
      const named = { action: 'by-person', longest_time: null, at_end: 'stay-on-hold' };
      account.hold_rules = [{ status: 402, code: null, ...named }];
    });
    expect(found['HOLD']).toContainEqual(
      expect.stringMatching(/the action of its hold is said to be probe, and was by-person/),
    );
  });

  test('6: a probe of a hold that a person lifts', async () => {
    const found = await planted((values) => {
      const account = values.find(({ type, hold }) => type === 'account' && hold !== null);
      const { hold } = decisions(values).find(isProbe)!.sealed.decision;
      account.hold.status = hold.status = 403;
      hold.rule.action = 'by-person';
    });
    expect(found['HOLD']).toEqual(one(/a person lifts this hold, and no probe is allowed/));
  });

  test('6: a probe after the longest time of its hold', async () => {
    const found = await planted((values) => {
      decisions(values).find(isProbe)!.sealed.decision.hold.rule.longest_time_seconds = 5;
    });
    expect(found['HOLD']).toContainEqual(
      expect.stringMatching(/after the longest time of the hold/),
    );
  });

  test('6: a probe while another call was the probe', async () => {
    const found = await planted((values) => {
      addRefusedProbe(values, 200, 'probe');
      const { outcome } = values.find(({ type }) => type === 'probe');
      Object.assign(outcome, { state: 'intent', at: null, status: null });
    });
    expect(found['HOLD']).toEqual(one(/decided while call c1\.9\.1 was the probe/));
  });

  test('6: a probe of a hold that is not in the file', async () => {
    const found = await planted((values) => {
      for (const line of values) if (line.type === 'account') line.hold = null;
    });
    expect(found['HOLD']).toEqual(one(/said to be the probe of a hold of 2027.*there was none/));
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
    expect(found['BUDGET']).toEqual([
      expect.stringMatching(/c1\.2\.1, .*are 10\.1, and the total budget is 10/),
      expect.stringMatching(/c1\.2\.1, .*9\.7 is said to be spent, and the costs .* are 0$/),
    ]);
  });

  test('8: a sum that leaves out costs that were known then', async () => {
    const found = await planted((values) => {
      const { budget } = lineOf(values, 'c1.3.2').sealed.decision;
      budget.total.spent = budget.day.spent = '0.01';
    });
    expect(found['BUDGET']).toEqual([
      expect.stringMatching(
        /c1\.3\.2, .*0\.01 is said to be spent, and the costs .* are 0\.05 to 0\.1$/,
      ),
      expect.stringMatching(
        /c1\.3\.2, .*0\.01 is said to be spent on 2027-01-15, .* are 0\.05 to 0\.1$/,
      ),
    ]);
  });

  test.each([
    ['before', '2027-01-15T08:30:00.000Z', ['c1.3.1', 'c1.1.3', 'c1.3.2']],
    ['after', '2027-02-01T00:00:00.000Z', []],
  ])('8: a cost that was corrected %s a decision', async (_, at, named) => {
    const found = await planted((values) => {
      lineOf(values, 'c1.2.1').call.costs.push({ at, cost: '0.01' });
    });
    const calls = (found['BUDGET'] ?? []).map((text) => /c1\.\d\.\d/.exec(text)![0]);
    expect([...new Set(calls)]).toEqual(expect.arrayContaining(named));
    expect(calls.length > 0).toBe(named.length > 0);
  });

  test('8: a reserve that was released before the cost was known', async () => {
    const found = await planted((values) => {
      const { call } = lineOf(values, 'c1.2.1');
      call.costs = [];
      call.settlement = 'open';
      for (const { sealed } of decisions(values)) {
        const { budget } = sealed.decision;
        if (budget !== null) budget.total.reserved = '0';
      }
    });
    expect(found['BUDGET']).toContainEqual(
      expect.stringMatching(/0 is said to be reserved, and the calls that were live then reserve/),
    );
  });

  test('8: a budget of another day', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.2.1').sealed.decision.budget.day.date = '2027-01-14';
    });
    expect(found['BUDGET']).toEqual(one(/its budget is that of 2027-01-14, .* on 2027-01-15/));
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

  const stateOf = (values: AnyLine[], state: string) =>
    values.find((value) => value.type === 'campaign' && value.state === state);

  test.each(['draft', 'scheduled', 'paused', 'completed', 'cancelled'])(
    '13: a POST while the campaign was %s',
    async (state) => {
      const found = await planted((values) => {
        stateOf(values, 'running').state = state;
      });
      expect(found['STATE']).toContainEqual(
        expect.stringMatching(`c1.1.1, .*campaign c1 was ${state} since 2027-01-15T08:00:00`),
      );
      expect(found['STATE']).toContainEqual(
        expect.stringMatching(`c1.1.1, .*as if the campaign was running, and it was ${state}`),
      );
    },
  );

  test('13: a POST while the campaign was paused in between, whatever the clocks say', async () => {
    const found = await planted((values) => {
      const { sealed } = lineOf(values, 'c1.2.1');
      const running = stateOf(values, 'running');
      const paused = { ...running, state: 'paused', last_placement: sealed.id - 1 };
      const resumed = { ...running, last_placement: sealed.id };
      values.splice(values.indexOf(running) + 1, 0, paused, resumed);
    });
    expect(found).toEqual({
      STATE: [
        expect.stringMatching(/c1\.2\.1, .*campaign c1 was paused since/),
        expect.stringMatching(/c1\.2\.1, .*decided as if the campaign was running/),
      ],
    });
  });

  test('13: a POST of a campaign whose states were removed', async () => {
    const found = await planted((values) => {
      const kept = values.filter(({ type, campaign }) => type !== 'campaign' || campaign !== 'c2');
      values.splice(0, values.length, ...kept);
    });
    expect(found['STATE']).toHaveLength(2);
    expect(found['STATE']![0]).toMatch(/c2\.1\.1, .*does not contain the state of campaign c2/);
  });

  test('13: a POST after the campaign’s deadline', async () => {
    const found = await planted((values) => {
      for (const line of values)
        if (line.type === 'campaign' && line.campaign === 'c1')
          line.deadline_at = '2027-01-15T08:00:01.300Z';
    });
    const after = found['STATE']!.filter((text) => text.includes('deadline was'));
    expect(after[0]).toMatch(/c1\.2\.1, .*decided at 2027-01-15T08:00:01\.600Z/);
    expect(after).toHaveLength(4);
  });

  test('13: a POST that was decided with another deadline', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.2.1').sealed.decision.deadline_at = null;
    });
    expect(found['STATE']).toEqual(
      one(/c1\.2\.1, .*deadline none, and the campaign’s was 2027-01-16/),
    );
  });

  test('13: a POST while the account was stopped', async () => {
    const found = await planted((values) => {
      const at = '2027-01-15T08:00:01.000Z';
      const account = values.find(({ type }) => type === 'account');
      account.stopped_since = at;
    });
    expect(found['STATE']).toContainEqual(
      expect.stringMatching(/c1\.1\.1, .*the account was stopped since 2027-01-15T08:00:01/),
    );
  });

  test('14: more live calls than the campaign allows', async () => {
    const found = await planted((values) => {
      for (const line of values)
        if (line.type === 'policy' && line.campaign === 'c1') line.max_live_calls = 1;
    });
    expect(found['LIVE']).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/c1\.1\.1, .*is said to allow 2, and its policy allows 1/),
        expect.stringMatching(
          /c1\.1\.1, .*one of 2 live calls of the campaign by its record, and 1/,
        ),
        expect.stringMatching(/c1\.2\.1, .*is said to allow 2, and its policy allows 1/),
        expect.stringMatching(
          /c1\.2\.1, .*one of 2 live calls of the campaign by its record, and 1/,
        ),
      ]),
    );
  });

  /** A call of the same campaign that was live until later. */
  function addLive(values: AnyLine[], ref: string, id: number): void {
    const line = structuredClone(lineOf(values, 'c1.1.1'));
    line.number = ref;
    Object.assign(line.sealed, { ref, id });
    line.sealed.decision.agent.id = ref;
    values.splice(values.indexOf(lineOf(values, 'c1.2.1')), 0, line);
    values.at(-1).decisions += 1;
  }

  test('14: more live calls than the record says', async () => {
    const found = await planted((values) => {
      addLive(values, 'c1.7.1', 1);
      lineOf(values, 'c1.1.1').sealed.decision.live_calls.campaign.live = 1;
    });
    expect(found['LIVE']).toContainEqual(
      expect.stringMatching(/c1\.2\.1, .*one of 3 live calls of the campaign in the file, and 2/),
    );
    expect(found['LIVE']).toContainEqual(
      expect.stringMatching(
        /c1\.2\.1, .*2 live calls of the campaign are said, and the file has 3/,
      ),
    );
  });

  test('14: more live calls than the account allows', async () => {
    const found = await planted((values) => {
      const account = values.find(({ type }) => type === 'account');
      account.max_live_calls = 1;
      account.at = '2027-01-15T07:00:00.000Z';
      lineOf(values, 'c1.2.1').sealed.decision.live_calls.account.most = 1;
    });
    expect(found['LIVE']).toContainEqual(
      expect.stringMatching(/c1\.2\.1, .*one of 2 live calls of the account in the file, and 1/),
    );
    expect(found['LIVE']).toContainEqual(
      expect.stringMatching(/c1\.1\.1, .*account is said to allow 5, and allowed 1/),
    );
  });

  test('14: live calls of the account that were not counted', async () => {
    const found = await planted((values) => {
      lineOf(values, 'c1.2.1').sealed.decision.live_calls.account.live = null;
    });
    expect(found['LIVE']).toEqual(one(/c1\.2\.1, .*live calls of the account were not counted/));
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
        lineOf(values, 'c1.2.1').sealed.decision.agent.pools = ['other'];
      });
      expect(found).toEqual({ SEAL: one(/^seal 1 of campaign c1 .*changed after it was sealed/) });
    });

    test('12: a placement that was removed after it was sealed is noticed', async () => {
      const found = await planted((values) => {
        values.splice(values.indexOf(lineOf(values, 'c1.2.1')), 1);
        values.at(-1).decisions -= 1;
      });
      expect(found).toMatchObject({ SEAL: one(/covers 5 placements, and the file has 4/) });
    });

    test('12: a decision that is passed off as one outside of the time is noticed', async () => {
      const found = await planted((values) => {
        const { campaign, sealed } = lineOf(values, 'c1.2.1');
        const at = values.findIndex((each) => each.sealed === sealed);
        values[at] = { type: 'unselected', campaign, sealed };
        values.at(-1).decisions -= 1;
      });
      expect(found).toMatchObject({
        READ: one(/c1\.2\.1 was placed at .*, in the time of the file/),
      });
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
