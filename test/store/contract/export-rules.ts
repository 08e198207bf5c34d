import { describe, expect, test } from 'vitest';
import type { ExportLine } from '../../../src/store/sweep-store.ts';
import { phone, UNREACHED, type World } from './world.ts';

export function exportRules(world: () => World): void {
  async function exported(): Promise<ExportLine[]> {
    const lines: ExportLine[] = [];
    for await (const line of world().store.export()) lines.push(line);
    return lines;
  }

  describe('the export', () => {
    test('it gives everything, campaign by campaign, in these words', async () => {
      const { store, nowMs } = world();
      const at = new Date(nowMs).toISOString();
      await world().agents('a1');
      await world().draft('c1');
      await world().add('c1', [{ number: phone(1), rowKey: 'r1', name: 'Somebody' }]);
      await world().move('c1', 'start');
      await world().draft('c2');
      const [ref] = await world().claim('c1');
      await world().refuse(await world().placing(ref!), 429, { code: 'too_many_requests' });
      await store.liftHold({ nowMs });
      const key = await world().placing(ref!, 2);
      await world().accept(key, 'id-1');
      await store.appendEvent(world().event(key, 3, 'click2call.bridged', 'id-1'));
      await world().end(ref!, { cost: '12.3456', recordingExpected: true });
      expect(await exported()).toEqual([
        { type: 'campaign', id: 'c1', state: 'running', total_cost: '12.3456' },
        {
          type: 'contact',
          campaign: 'c1',
          contact: 1,
          row_key: 'r1',
          number: phone(1),
          state: 'final',
          disposition: 'completed',
          reason: null,
        },
        {
          type: 'call',
          ref: 'c1.1.1',
          campaign: 'c1',
          contact: 1,
          ordinal: 1,
          policy_version: 1,
          number: phone(1),
          state: 'ended',
          disposition: 'completed',
          reason: null,
          carrier_call_id: 'id-1',
          confirmed: true,
          cost: '12.3456',
          cost_source: 'get',
          record_cost: null,
          settlement: 'settled',
          recording: 'expected',
          recording_sha256: null,
          recording_bytes: null,
          agent: 'a1',
          agent_ringing: null,
          answered: null,
          customer_ringing: null,
          bridged: { at, source: 'received', fault: 'missing' },
          ended: { at, source: 'dialwright', fault: null },
          agent_ring_ms: null,
          agent_connected_ms: null,
          customer_ring_ms: null,
          talk_ms: null,
          redial: {
            kind: 'final',
            at: null,
            rule: 'completed',
            reason: null,
            attempts: 1,
            max_attempts: 3,
          },
          placements: [
            {
              placement: 1,
              state: 'refused',
              intent_at: at,
              status: 429,
              code: 'too_many_requests',
              zone_rules: process.versions['tz'],
            },
            {
              placement: 2,
              state: 'accepted',
              intent_at: at,
              status: 201,
              code: null,
              zone_rules: process.versions['tz'],
            },
          ],
          events: [{ placement: 2, seq: 3, name: 'click2call.bridged', received_at: at }],
        },
        { type: 'campaign', id: 'c2', state: 'draft', total_cost: '0' },
      ]);
    });

    test('it shows one instant, and holds up nobody, however slowly it is read', async () => {
      const ref = await world().oneLive();
      await world().append('c1', [phone(2)]);
      const lines: ExportLine[] = [];
      for await (const line of world().store.export()) {
        if (lines.length === 0) await world().end(ref, UNREACHED);
        lines.push(line);
      }
      expect(lines.map(({ type, state }) => [type, state])).toEqual([
        ['campaign', 'running'],
        ['contact', 'claimed'],
        ['contact', 'due'],
        ['call', 'accepted'],
      ]);
    });

    test('one that is broken off leaves nothing behind', async () => {
      await world().campaign('c1', [phone(1)]);
      for await (const line of world().store.export()) {
        expect(line.type).toBe('campaign');
        break;
      }
      expect(await world().progress('c1')).toMatchObject({ contacts: { due: 1 } });
    });
  });
}
