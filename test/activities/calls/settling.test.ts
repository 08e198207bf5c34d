/** The bill: late, failing, corrected; and late events that add to the end. */
import { describe, expect, test } from 'vitest';
import { hasNewEvidence } from '../../../src/domain/calls/late-event.ts';
import { failing, followedCall, HOUR, mismatching, showing, timing } from './followed-call.ts';

async function endedCall() {
  const on = await followedCall();
  await on.hear(1, 'customer_ringing');
  await on.hear(2, 'failed');
  on.reply(showing('failed'));
  const ended = await on.run('confirmCall', on.ref);
  expect(ended).toMatchObject({ disposition: 'customer-unreached', settlement: 'open' });
  const total = async () => (await on.world.progress('c1')).totalCost;
  const record = (cost: string) =>
    on.world.store.settleByRecords([{ ref: on.ref, cost }], { serial: 1, nowMs: on.world.nowMs });
  return { ...on, ended, total, record };
}

describe('the final cost', () => {
  test.each([
    ['404', failing(404)],
    ['410', failing(410)],
    ['403', failing(403)],
    ['a storm of 500', failing(500)],
    ['429', failing(429)],
    ['another call', mismatching],
  ])('%s for good: unsettled at the deadline', async (_, reply) => {
    const on = await endedCall();
    on.reply(reply);
    const endedAtMs = on.world.nowMs;
    const billed = await on.run('settleCall', on.ref, { attempts: 60 });
    expect(billed).toMatchObject({ cost: null, settlement: 'unsettled' });
    expect(on.world.nowMs - endedAtMs).toBeLessThan(2 * timing.settleAtMostMs);
    expect(await on.call()).toMatchObject({ disposition: 'customer-unreached', confirmed: true });
  });

  test('one that cannot be read is shown, and not reported as missing', async () => {
    const on = await endedCall();
    on.reply(showing('failed', `1,25 ${'x'.repeat(200)}`));
    expect(await on.run('settleCall', on.ref)).toMatchObject({
      cost: null,
      settlement: 'unsettled',
    });
    const { unreadableCost } = await on.call();
    expect(unreadableCost).toBe(`"1,25 ${'x'.repeat(58)}`);
    const texts = (await on.world.store.timeline(on.ref)).map(({ text }) => text);
    expect(texts).toContain('GET shows failed and a cost that cannot be read');
    expect(texts).toContain(`the cost that the carrier shows cannot be read: ${unreadableCost}`);
    expect(texts).not.toContain('no cost came in time');
    on.reply(showing('failed', '0.5'));
    await on.run('settleCall', on.ref);
    expect(await on.call()).toMatchObject({ cost: '0.5', unreadableCost: null });
  });

  test('is found however long no GET was possible', async () => {
    const on = await endedCall();
    on.world.later(8 * HOUR);
    on.reply(failing(503));
    expect(await on.attempt('settleCall', on.ref)).toHaveProperty('notYet');
    on.reply(showing('failed', '0.0125'));
    expect(await on.run('settleCall', on.ref)).toMatchObject({
      cost: '0.0125',
      settlement: 'settled',
    });
  });

  test('is not taken from the word of a webhook', async () => {
    const on = await endedCall();
    await on.hear(3, 'finalized');
    expect(await on.run('settleCall', on.ref)).toMatchObject({ cost: null });
  });

  test.each([
    [0.1, '0.1'],
    ['-0.25', '-0.25'],
    ['0.0000000001', '0.0000000001'],
    ['1234567.8901234567', '1234567.8901234567'],
    ['0', '0'],
  ])('of %s is kept to the last decimal', async (said, kept) => {
    const on = await endedCall();
    on.reply(showing('failed', said));
    expect(await on.run('settleCall', on.ref)).toMatchObject({ cost: kept });
    expect(await on.total()).toBe(kept);
  });

  test('corrected: the later bill reaches the row and the sum', async () => {
    const on = await endedCall();
    await on.hear(3, 'finalized');
    on.reply(showing('failed', '0.5'));
    const billed = await on.run('settleCall', on.ref);
    for (const [seq, cost] of [
      [4, '0.4'],
      [5, '-0.1'],
      [6, '0.1234567891'],
    ] as const) {
      await on.hear(seq, 'finalized');
      const events = [{ seq, name: 'click2call.finalized' }];
      expect(hasNewEvidence(events, billed.weighed)).toBe(true);
      on.reply(showing('failed', cost));
      const weighed = await on.run('confirmCall', on.ref);
      expect(weighed).toMatchObject({ cost, settlement: 'settled' });
      expect(hasNewEvidence(events, weighed.weighed)).toBe(false);
      expect(await on.total()).toBe(cost);
    }
  });

  test('corrected, and GET still shows the old one: the call notes that it may lag', async () => {
    const on = await endedCall();
    await on.hear(3, 'finalized');
    on.reply(showing('failed', '0.5'));
    expect(await on.run('settleCall', on.ref)).toMatchObject({ mayLag: false });
    await on.hear(4, 'finalized');
    expect(await on.run('confirmCall', on.ref)).toMatchObject({ cost: '0.5', mayLag: true });
    on.reply(showing('failed', '0.4'));
    expect(await on.run('confirmCall', on.ref)).toMatchObject({ cost: '0.4', mayLag: false });
  });

  test('corrected before GET has shown any: the first that it shows may be the old one', async () => {
    const on = await endedCall();
    await on.hear(3, 'finalized');
    await on.hear(4, 'finalized');
    on.reply(showing('failed', '0.5'));
    expect(await on.run('settleCall', on.ref)).toMatchObject({ cost: '0.5', mayLag: true });
    on.reply(showing('failed', '0.4'));
    expect(await on.run('confirmCall', on.ref)).toMatchObject({ cost: '0.4', mayLag: false });
    expect(await on.total()).toBe('0.4');
  });

  test('first known from a call record: GET is asked all the same, and its cost replaces that of the record, with a note', async () => {
    const on = await endedCall();
    await on.record('0.5');
    on.reply(showing('failed', '0.4'));
    expect(await on.run('settleCall', on.ref)).toMatchObject({
      cost: '0.4',
      settlement: 'settled',
    });
    expect(await on.call()).toMatchObject({ cost: '0.4', costSource: 'get', recordCost: '0.5' });
    expect(await on.total()).toBe('0.4');
    const story = (await on.world.store.timeline(on.ref)).map(({ text }) => text);
    expect(story).toContain('cost corrected from 0.5 to 0.4');
  });

  test('known from a call record only: GET is asked until the deadline, then that of the record stays', async () => {
    const on = await endedCall();
    await on.record('0.5');
    // The workflow polls on while the answer asks for it.
    const confirmed = await on.run('confirmCall', on.ref);
    expect(confirmed).toMatchObject({ cost: '0.5', settlement: 'open' });
    expect(await on.attempt('settleCall', on.ref)).toHaveProperty('notYet');
    expect(await on.run('settleCall', on.ref)).toMatchObject({
      cost: '0.5',
      settlement: 'settled',
    });
    expect(on.world.nowMs - (await on.call()).endedAtMs!).toBeGreaterThan(timing.settleAtMostMs);
    expect(await on.call()).toMatchObject({ costSource: 'cdr', settlement: 'settled' });
  });

  test('of an unsettled call is still taken when a later webhook makes it poll', async () => {
    const on = await endedCall();
    await on.run('settleCall', on.ref);
    expect(await on.call()).toMatchObject({ settlement: 'unsettled' });
    await on.hear(3, 'finalized');
    on.reply(showing('failed', '2'));
    await on.run('confirmCall', on.ref);
    expect(await on.call()).toMatchObject({ settlement: 'settled', cost: '2' });
  });
});

describe('an event that comes after the end', () => {
  test('a deeper leg deepens the disposition, and the confirmed end stays confirmed', async () => {
    const on = await endedCall();
    await on.hear(3, 'bridged');
    expect(hasNewEvidence([{ seq: 3, name: 'click2call.bridged' }], on.ended.weighed)).toBe(true);
    on.reply(failing(404));
    expect(await on.run('confirmCall', on.ref)).toMatchObject({
      disposition: 'dropped',
      recording: 'expected',
      weighed: { deepest: 'bridged', confirmed: true },
    });
  });

  test('another end changes nothing that GET has confirmed', async () => {
    const on = await endedCall();
    const completed = [{ seq: 9, name: 'click2call.completed' }];
    expect(hasNewEvidence(completed, on.ended.weighed)).toBe(false);
  });

  test('an end that only an event showed is replaced by that of GET', async () => {
    const on = await followedCall();
    await on.hear(1, 'agent_answered');
    await on.hear(2, 'failed');
    on.reply(failing(500));
    const told = await on.run('confirmCall', on.ref);
    expect(told.weighed.confirmed).toBe(false);
    on.reply(showing('completed', '1'));
    expect(await on.run('settleCall', on.ref)).toMatchObject({
      disposition: 'completed',
      cost: '1',
      weighed: { confirmed: true },
    });
  });
});
