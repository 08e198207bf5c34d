import { expect, test } from 'vitest';
import {
  call,
  contact,
  healthy,
  iso,
  move,
  placement,
  post,
  row,
  stamped,
  violationsOf,
  webhook,
  without,
  type Records,
  type Row,
} from './records.ts';

interface Case {
  name: string;
  /** The checks that must speak up, and no others. */
  broken: string[];
  spoil: (records: Records) => void;
}

const HOOK = 'https://hooks.dialwright.example/hooks/click2call/c1.1.1.1/t0ken';

const add = (records: Records, ...rows: Row[]) => records.ledger.push(...stamped(rows));
const ledgerRow = (records: Records, fields: Row) => row(records.ledger, fields);
const storeRow = (records: Records, ref: string) => row(records.store, { ref });

test('healthy records hold in every check', async () => {
  expect(await violationsOf(healthy(), { atLeastCalls: 3, maxUnknown: 1 })).toEqual({});
});

const CASES: Case[] = [
  {
    name: 'I1: a placement is posted twice',
    broken: ['I1'],
    spoil: (records) =>
      add(records, ...post('r9', 'c1.2.1.1', '+12025550102', { outcome: 'refused', status: 402 })),
  },
  {
    name: 'I1: a POST that the carrier died over counts too',
    broken: ['I1'],
    spoil: (records) =>
      add(records, post('r9', 'c1.1.1.1', '+12025550105', { outcome: '', status: null })[0]!),
  },
  {
    name: 'I1: a POST has no intent',
    broken: ['I1'],
    spoil: (records) =>
      add(records, ...post('r9', 'c1.9.1.1', '+12025550109', { outcome: 'dropped', status: null })),
  },
  {
    name: 'I1: the store shows that nothing was sent',
    broken: ['I1'],
    spoil: (records) => {
      storeRow(records, 'c1.2.1')['placements'] = [
        placement(1, 'not-sent', null),
        placement(2, 'accepted', 201),
      ];
    },
  },
  {
    name: 'I1: an intent is written after its POST',
    broken: ['I1'],
    spoil: (records) => {
      const late = { ...placement(1, 'accepted', 201), intent_at: iso(500) };
      storeRow(records, 'c1.1.1')['placements'] = [late];
    },
  },
  {
    name: 'I1: more POSTs without a callback URL than intents for that number',
    broken: ['I1'],
    spoil: (records) =>
      add(records, ...post('r9', null, '+12025550199', { outcome: 'dropped', status: null })),
  },
  {
    name: 'I1b: a number is called while a call to it is live',
    broken: ['I1b'],
    spoil: (records) => {
      const second = post('r9', 'c1.4.1.1', '+12025550105', {
        outcome: 'accepted',
        status: 201,
        call: 'k9',
      });
      const end = records.ledger.indexOf(ledgerRow(records, { call: 'k1', state: 'completed' }));
      records.ledger.splice(end, 0, ...stamped(second));
      add(records, ...move('k9', 1, 'failed'), { fact: 'billed', call: 'k9', cost: '0' });
      records.store.push(
        call('c1.4.1', '+12025550105', {
          disposition: 'agent-unreached',
          carrier_call_id: 'k9',
          cost: '0',
          placements: [placement(1, 'accepted', 201)],
        }),
      );
    },
  },
  {
    name: 'I1d: somebody is called at another number after an answer',
    broken: ['I1d'],
    spoil: (records) => {
      for (const nth of [1, 2]) storeRow(records, `c1.${nth}.1`)['contact'] = nth;
      for (const nth of [1, 2])
        row(records.store, { contact: nth, type: 'contact' })['person'] = 'i1.1';
      const first = ledgerRow(records, { call: 'k1', state: 'completed' });
      const at = records.ledger.findIndex(
        (one) => typeof one === 'object' && one['request'] === 'r3',
      );
      records.ledger.splice(records.ledger.indexOf(first), 1);
      records.ledger.splice(at, 0, first);
    },
  },
  {
    name: 'I1d: somebody is called at two numbers at once',
    broken: ['I1d'],
    spoil: (records) => {
      for (const nth of [2, 3]) storeRow(records, `c1.${nth}.1`)['contact'] = nth;
      for (const nth of [2, 3])
        row(records.store, { contact: nth, type: 'contact' })['person'] = 'i1.1';
      const end = ledgerRow(records, { call: 'k2', state: 'failed' });
      records.ledger.splice(records.ledger.indexOf(end), 1);
      const at = records.ledger.findIndex((one) => typeof one === 'object' && one['call'] === 'k3');
      records.ledger.splice(at + 1, 0, end);
    },
  },
  {
    name: 'I2: an accepted call is neither known nor listed',
    broken: ['I2'],
    spoil: (records) => {
      storeRow(records, 'c1.3.1')['placements'] = [placement(1, 'accepted', 201)];
    },
  },
  {
    name: 'I2: an accepted call without a callback URL is lost',
    broken: ['I1', 'I2'],
    spoil: (records) => {
      const lost = { outcome: 'accepted', status: 201, call: 'k9' };
      add(records, ...post('r9', null, '+12025550199', lost), ...move('k9', 1, 'failed'));
    },
  },
  {
    name: 'I3: the store tells another disposition',
    broken: ['I3'],
    spoil: (records) => {
      storeRow(records, 'c1.2.1')['disposition'] = 'agent-unreached';
    },
  },
  {
    name: 'I3: nobody was told of a leg, and its agent is said to have missed the call',
    broken: ['I3'],
    spoil: (records) => {
      records.ledger = without(records.ledger, { fact: 'read', call: 'k2' });
      storeRow(records, 'c1.2.1')['disposition'] = 'agent-unreached';
    },
  },
  {
    name: 'I3: failed after the bridge is dropped',
    broken: ['I3'],
    spoil: (records) => {
      ledgerRow(records, { call: 'k1', state: 'completed' })['state'] = 'failed';
    },
  },
  {
    name: 'I3: a failed call is said to have come further than it did',
    broken: ['I3'],
    spoil: (records) => {
      storeRow(records, 'c1.2.1')['disposition'] = 'dropped';
    },
  },
  {
    name: 'I2b: a webhook told of a call that is still unknown',
    broken: ['I2b'],
    spoil: (records) => {
      add(records, ...webhook('k3', 1, 'click2call.agent_answered', 'c1.3.1.1'));
      storeRow(records, 'c1.3.1')['events'] = [
        { placement: 1, seq: 1, name: 'click2call.agent_answered' },
      ];
    },
  },
  {
    name: 'I8b: an agent is given a second call while on the first',
    broken: ['I8b'],
    spoil: (records) => {
      const placed = ledgerRow(records, { fact: 'decision', request: 'r3' })['placed'] as Row;
      placed['agent'] = { field: 'sip_account', value: 'sip-1' };
      const first = ledgerRow(records, { fact: 'decision', request: 'r1' })['placed'] as Row;
      first['agent'] = { field: 'sip_account', value: 'sip-1' };
    },
  },
  {
    name: 'I3: a call that was bound is called unknown',
    broken: ['I3'],
    spoil: (records) => {
      storeRow(records, 'c1.1.1')['disposition'] = 'unknown';
    },
  },
  {
    name: 'I3: two accepted calls for one reference',
    broken: ['I3', 'I4'],
    spoil: (records) => {
      const second = { outcome: 'accepted', status: 201, call: 'k9' };
      add(records, ...post('r9', 'c1.3.1.2', '+12025550103', second), ...move('k9', 1, 'failed'));
      add(records, { fact: 'billed', call: 'k9', cost: '0' });
      Object.assign(storeRow(records, 'c1.3.1'), {
        disposition: 'agent-unreached',
        carrier_call_id: 'k9',
        placements: [placement(1, 'unknown', null), placement(2, 'accepted', 201)],
      });
    },
  },
  {
    name: 'I3: the store invents a call',
    broken: ['I3'],
    spoil: (records) => {
      records.store.push(call('c1.4.1', '+1', { disposition: 'completed', placements: [] }));
    },
  },
  {
    name: 'I3: the store names a carrier id that does not exist',
    broken: ['I3'],
    spoil: (records) => {
      const invented = { disposition: 'unknown', carrier_call_id: 'k77', placements: [] };
      records.store.push(call('c1.4.1', '+1', invented));
    },
  },
  {
    name: 'I3: two calls of the store claim the same carrier call',
    broken: ['I3'],
    spoil: (records) => {
      const copy = { ...storeRow(records, 'c1.1.1'), ref: 'c1.4.1', cost: null };
      records.store.splice(4, 0, copy);
    },
  },
  {
    name: 'I4: a cost differs in the last decimal',
    broken: ['I4'],
    spoil: (records) => {
      storeRow(records, 'c1.1.1')['cost'] = '0.012300000000000001';
    },
  },
  {
    name: 'I4: a cost is missing',
    broken: ['I4'],
    spoil: (records) => {
      Object.assign(storeRow(records, 'c1.1.1'), { cost: null, settlement: 'unsettled' });
    },
  },
  {
    name: 'I4: a campaign does not add up',
    broken: ['I4'],
    spoil: (records) => {
      row(records.store, { type: 'campaign' })['total_cost'] = '0.0145';
    },
  },
  {
    name: 'I4b: a call record told what was never billed',
    broken: ['I4b'],
    spoil: (records) => {
      storeRow(records, 'c1.1.1')['record_cost'] = '7';
    },
  },
  {
    name: 'I5: an acknowledged event is gone',
    broken: ['I5'],
    spoil: (records) => {
      storeRow(records, 'c1.1.1')['events'] = [];
    },
  },
  {
    name: 'I5: it stands under another placement',
    broken: ['I5'],
    spoil: (records) => {
      const moved = { placement: 2, seq: 5, name: 'click2call.completed' };
      storeRow(records, 'c1.1.1')['events'] = [moved];
    },
  },
  {
    name: 'I5: it stands under another name',
    broken: ['I5'],
    spoil: (records) => {
      const renamed = { placement: 1, seq: 5, name: 'click2call.failed' };
      storeRow(records, 'c1.1.1')['events'] = [renamed];
    },
  },
  {
    name: 'I5: an unknown name stands in its place',
    broken: ['I5'],
    spoil: (records) => {
      const whispered = { placement: 1, seq: 5, name: 'click2call.agent_whispered' };
      storeRow(records, 'c1.1.1')['events'] = [whispered];
    },
  },
  {
    name: 'an unknown name stands beside it, under the same seq',
    broken: [],
    spoil: (records) => {
      const whispered = { placement: 1, seq: 5, name: 'click2call.agent_whispered' };
      (storeRow(records, 'c1.1.1')['events'] as object[]).unshift(whispered);
    },
  },
  ...[301, 400, 401, 404, 410].map((status): Case => ({
    name: `I6: a webhook is answered ${status}`,
    broken: ['I6'],
    spoil: (records) =>
      add(records, ...webhook('k1', 4, 'click2call.bridged', 'c1.1.1.1', { status })),
  })),
  {
    name: 'I6: a webhook is answered too slowly',
    broken: ['I6'],
    spoil: (records) => {
      ledgerRow(records, { fact: 'try-end' })['latency_ms'] = 15_001;
    },
  },
  {
    name: 'I6: a webhook is not answered in time',
    broken: ['I6'],
    spoil: (records) => {
      const end = { status: null, error: 'timeout', latency_ms: 15_000 };
      add(records, ...webhook('k1', 4, 'click2call.bridged', 'c1.1.1.1', end));
    },
  },
  {
    name: 'I7: two lookups are too close',
    broken: ['I7'],
    spoil: (records) => {
      ledgerRow(records, { request: 'r6' })['mono_ms'] = 6_000;
    },
  },
  {
    name: 'I7: a lookup is over the quota',
    broken: ['I7'],
    spoil: (records) => {
      ledgerRow(records, { request: 'r6' })['over_quota'] = 'minute';
    },
  },
  {
    name: 'I9: the storage saw an Authorization header',
    broken: ['I9'],
    spoil: (records) => {
      ledgerRow(records, { fact: 'storage' })['authorization'] = true;
    },
  },
  {
    name: 'I9: the storage saw the key',
    broken: ['I9'],
    spoil: (records) => {
      ledgerRow(records, { fact: 'storage' })['key_seen'] = true;
    },
  },
  {
    name: 'I11: a refused placement is said to be accepted',
    broken: ['I11'],
    spoil: (records) => {
      storeRow(records, 'c1.2.1')['placements'] = [
        placement(1, 'accepted', 201),
        placement(2, 'accepted', 201),
      ];
    },
  },
  {
    name: 'I11: a contact is given up for what was said of the account',
    broken: ['I11'],
    spoil: (records) => {
      add(records, ...post('r9', 'c1.4.1.1', '+12025550104', { outcome: 'refused', status: 409 }));
      const placements = [placement(1, 'refused', 409)];
      records.store.push(call('c1.4.1', '+1', { disposition: 'refused', placements }));
    },
  },
  {
    name: 'I11: a refused call costs something',
    broken: ['I4', 'I11'],
    spoil: (records) => {
      add(records, ...post('r9', 'c1.4.1.1', '+12025550104', { outcome: 'refused', status: 422 }));
      const placements = [placement(1, 'refused', 422)];
      records.store.push(
        call('c1.4.1', '+1', { disposition: 'refused', cost: '0.01', placements }),
      );
    },
  },
  {
    name: 'I13: a recording has other bytes',
    broken: ['I13'],
    spoil: (records) => {
      storeRow(records, 'c1.1.1')['recording_sha256'] = 'b'.repeat(64);
    },
  },
  {
    name: 'I13: a recording has another length',
    broken: ['I13'],
    spoil: (records) => {
      storeRow(records, 'c1.1.1')['recording_bytes'] = 100;
    },
  },
  {
    name: 'I13: a recording is forgotten',
    broken: ['I13'],
    spoil: (records) => {
      storeRow(records, 'c1.1.1')['recording'] = 'wanted';
    },
  },
  {
    name: 'I13: a recording is invented',
    broken: ['I13'],
    spoil: (records) => {
      storeRow(records, 'c1.2.1')['recording'] = 'stored';
    },
  },
  {
    name: 'END: a contact is still due',
    broken: ['END'],
    spoil: (records) => void records.store.push(contact(9, 'due', null)),
  },
  {
    name: 'LEDGER: a line in the middle is damaged',
    broken: ['LEDGER'],
    spoil: (records) => void records.ledger.splice(5, 0, '{"n":'),
  },
];

test.each(CASES)('$name', async ({ broken, spoil }) => {
  const records = healthy();
  spoil(records);
  expect(Object.keys(await violationsOf(records))).toEqual(broken);
});

const FINE: Omit<Case, 'broken'>[] = [
  {
    name: 'a number is called again after its call has ended',
    spoil: (records) => {
      const again = { outcome: 'accepted', status: 201, call: 'k9' };
      add(records, ...post('r9', 'c1.2.2.1', '+12025550102', again), ...move('k9', 1, 'failed'));
      add(records, { fact: 'billed', call: 'k9', cost: '0' });
      const told = { disposition: 'agent-unreached', carrier_call_id: 'k9', cost: '0.0' };
      const placements = [placement(1, 'accepted', 201)];
      records.store.push(call('c1.2.2', '+12025550102', { ...told, placements }));
    },
  },
  {
    name: 'a call that the carrier never ended is carrier-lost',
    spoil: (records) => {
      records.ledger = without(records.ledger, { call: 'k2', state: 'failed' });
      storeRow(records, 'c1.2.1')['disposition'] = 'carrier-lost';
    },
  },
  {
    name: 'a failed call of which less was told than happened',
    spoil: (records) => {
      records.ledger = without(records.ledger, { fact: 'read', call: 'k2' });
      storeRow(records, 'c1.2.1')['disposition'] = 'leg-unknown';
    },
  },
  {
    name: 'no recording is required of a call whose bridge was never reported',
    spoil: (records) => {
      ledgerRow(records, { call: 'k1', state: 'completed' })['state'] = 'failed';
      for (const one of ['try', 'try-end', 'lookup'])
        records.ledger = without(records.ledger, { fact: one, call: 'k1' });
      Object.assign(storeRow(records, 'c1.1.1'), {
        disposition: 'leg-unknown',
        recording: 'none',
      });
    },
  },
  {
    name: 'a webhook told of an unknown call that GET does not show',
    spoil: (records) => {
      add(records, ...webhook('k3', 1, 'click2call.agent_answered', 'c1.3.1.1'));
      add(records, { fact: 'read', call: 'k3', status: 404, state: null });
      storeRow(records, 'c1.3.1')['events'] = [
        { placement: 1, seq: 1, name: 'click2call.agent_answered' },
      ];
    },
  },
  {
    name: 'the agent of a lost answer is on another call while that one talks',
    spoil: (records) => {
      const agent = 'sip-1';
      const lost = { outcome: 'accepted', status: null, call: 'k8', agent };
      const next = { outcome: 'accepted', status: 201, call: 'k9', agent };
      add(records, ...post('r8', 'c1.4.1.1', '+12025550104', lost));
      add(records, ...move('k8', 1, 'agent_answered'), ...move('k8', 2, 'bridged'));
      add(records, ...post('r9', 'c1.5.1.1', '+12025550105', next), ...move('k9', 1, 'failed'));
      add(records, ...move('k8', 3, 'failed'));
      records.store.push(
        call('c1.4.1', '+12025550104', {
          disposition: 'unknown',
          placements: [placement(1, 'unknown', null)],
        }),
        call('c1.5.1', '+12025550105', {
          disposition: 'agent-unreached',
          carrier_call_id: 'k9',
          placements: [placement(1, 'accepted', 201)],
        }),
      );
    },
  },
  {
    name: 'a contact is due whose number an unknown call of another campaign keeps',
    spoil: (records) => {
      const due = { ...contact(1, 'due', null), campaign: 'c2', number: '+12025550103' };
      records.store.push(due);
    },
  },
  {
    name: 'a recording is stated missing',
    spoil: (records) => {
      storeRow(records, 'c1.1.1')['recording'] = 'missing';
    },
  },
  {
    name: 'webhooks are answered 503, 408 and 429, or break',
    spoil: (records) => {
      for (const [seq, status] of [503, 408, 429, null].entries())
        add(records, ...webhook('k1', seq, 'click2call.bridged', 'c1.1.1.1', { status }));
    },
  },
  {
    name: 'a webhook was in flight when the carrier was killed',
    spoil: (records) =>
      add(records, {
        fact: 'try',
        call: 'k1',
        seq: 4,
        copy: 1,
        try: 1,
        event: 'click2call.bridged',
        url: HOOK,
      }),
  },
  {
    name: 'a line is torn by a kill, at the end or before a restart',
    spoil: (records) => {
      const run = ledgerRow(records, { fact: 'run' });
      records.ledger.push('{"n":', { ...run }, '{"fact":"transi');
    },
  },
  {
    name: 'a POST without a callback URL is linked by the carrier id',
    spoil: (records) => {
      const plain = { outcome: 'accepted', status: 201, call: 'k9' };
      add(records, ...post('r9', null, '+12025550109', plain), ...move('k9', 1, 'failed'));
      const told = { disposition: 'agent-unreached', carrier_call_id: 'k9' };
      const placements = [placement(1, 'accepted', 201)];
      records.store.push(call('c1.4.1', '+12025550109', { ...told, placements }));
    },
  },
  {
    name: 'a POST without a callback URL ended unknown',
    spoil: (records) => {
      const plain = { outcome: 'accepted', status: null, call: 'k9' };
      add(records, ...post('r9', null, '+12025550109', plain), ...move('k9', 1, 'failed'));
      const placements = [placement(1, 'unknown', null)];
      records.store.push(call('c1.4.1', '+12025550109', { disposition: 'unknown', placements }));
    },
  },
  {
    name: 'what one answer to a GET alone has shown, which may have been lost on its way',
    spoil: (records) => {
      const isSecondLook = (row: string | Row) =>
        typeof row !== 'string' && row['request'] === 'r8';
      records.ledger.splice(records.ledger.findIndex(isSecondLook), 1);
      storeRow(records, 'c1.2.1')['disposition'] = 'leg-unknown';
    },
  },
];

test.each(FINE)('holds: $name', async ({ spoil }) => {
  const records = healthy();
  spoil(records);
  expect(await violationsOf(records)).toEqual({});
});

test('where a clock of the product was wrong, its instants are believed by so much less', async () => {
  const records = healthy();
  const [placed] = storeRow(records, 'c1.1.1')['placements'] as { intent_at: string }[];
  placed!.intent_at = iso(20_000);
  expect(Object.keys(await violationsOf(records))).toEqual(['I1']);
  records.client = [{ at: iso(0), fact: 'clock', who: 'worker', by_ms: -30_000 }];
  expect(await violationsOf(records)).toEqual({});
});

test('END: calls under way are allowed until the run is declared finished', async () => {
  const records = healthy();
  records.store.push(contact(9, 'due', null));
  Object.assign(storeRow(records, 'c1.3.1'), { state: 'placing', disposition: null });
  expect(await violationsOf(records, { finished: 'none' })).toEqual({});
  expect(Object.keys(await violationsOf(records))).toEqual(['I3', 'END']);
});

test('FLOOR: too few calls and too many unknown ones are violations', async () => {
  const violations = await violationsOf(healthy(), { atLeastCalls: 4, maxUnknown: 0 });
  expect(violations).toEqual({
    FLOOR: ['3 accepted calls, at least 4 were wanted', '1 calls unknown, at most 0: c1.3.1'],
  });
});
