import { expect, onTestFinished, test } from 'vitest';
import { postgresPrograms } from '../store/postgres/postgres-server.ts';
import { DatabaseServer } from './database-server.ts';
import { freePort } from '../free-port.ts';

test.skipIf(postgresPrograms() === undefined)(
  'what was committed outlives a kill, a freeze, a restart and a fail-over',
  async () => {
    const ports = { postgres: await freePort(), standby: await freePort() };
    const database = await DatabaseServer.start(ports, { standby: true });
    onTestFinished(() => database.stop());
    const rows = async () => (await database.ask<{ n: number }>('SELECT n FROM kept')).length;
    const add = (n: number) => database.ask(`INSERT INTO kept VALUES (${n})`);
    await database.ask('CREATE TABLE kept (n integer)');

    await add(1);
    database.signal('SIGKILL');
    await database.ended();
    expect(database.isAlive()).toBe(false);
    await Promise.all([database.start(), database.start()]);
    expect(await rows()).toBe(1);

    await add(2);
    database.signal('SIGSTOP');
    // A signal to another process takes effect when that process is scheduled next.
    await expect.poll(() => [database.isAlive(), database.isStopped()]).toEqual([true, true]);
    database.signal('SIGCONT');
    await expect.poll(rows).toBe(2);

    await add(3);
    database.signal('SIGTERM');
    await database.ended();
    await database.start();
    expect(await rows()).toBe(3);

    await add(4);
    expect(await database.failOver()).toBe(true);
    expect(database.port).toBe(ports.standby);
    expect(await rows()).toBe(4);
    await add(5);
    expect(await rows()).toBe(5);
    expect(await database.failOver()).toBe(false);
  },
);
