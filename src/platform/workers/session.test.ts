import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { SessionCancelledError, type SessionLimits } from './session.ts';
import { openCounter } from './test-work.ts';
import { createWorkers, ThreadTooSlowError } from './workers.ts';

const FILE = new URL('./test-work.ts', import.meta.url);
const NO_LIMIT = { maxBusyMs: 600_000 };

const workers = createWorkers({ concurrency: 2, maxMegabytes: 64 });
const folder = await mkdtemp(join(tmpdir(), 'meadow-session-'));
afterAll(async () => {
  await workers.close();
  await rm(folder, { recursive: true });
});

const open = (limits: SessionLimits = NO_LIMIT) => workers.open(openCounter, FILE, { start: 1 }, limits);

describe('A session', () => {
  test('keeps its state between calls, and its errors of the application', async () => {
    const session = await open();
    expect(await session.call('add', 2)).toBe(3);
    expect(await Promise.all([session.call('add', 1), session.call('add', 1)])).toEqual([4, 5]);
    const refusal = await session.call('refuse').catch((error) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ status: 400, code: 'test.work-refused', message: 'Refused.' });
    expect(await session.call('add', 1)).toBe(6);
    await session.close();
    await expect(session.call('add', 1)).rejects.toThrow('closed');
    expect(workers.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('lets the event loop turn while its thread computes', async () => {
    const session = await open();
    const [begun, released] = [join(folder, 'begun'), join(folder, 'released')];
    const end = session.call('spinUntil', begun, released);
    await expect.poll(() => readdir(folder)).toContain('begun');
    for (let turn = 0; turn < 1_000; turn += 1) await nextTurn();
    await writeFile(released, '');
    expect(await end).toBe('released');
    await session.close();
  });

  test('ends with an error when a call computes for too long, and its thread with it', async () => {
    const session = await open({ maxBusyMs: 200 });
    await expect(session.call('spinForever')).rejects.toThrow(ThreadTooSlowError);
    await expect(session.call('add', 1)).rejects.toThrow(ThreadTooSlowError);
    await session.close();
    const other = await open();
    expect(await other.call('add', 1)).toBe(2);
    await other.close();
  });

  test('ends when it is cancelled during a call, and when it is closed', async () => {
    let isCancelled = false;
    const session = await open({ ...NO_LIMIT, isCancelled: () => isCancelled });
    const end = session.call('spinForever').catch((error) => error);
    isCancelled = true;
    expect(await end).toBeInstanceOf(SessionCancelledError);
    const other = await open();
    const otherEnd = other.call('spinForever').catch((error) => error);
    await other.close();
    expect(await otherEnd).toBeInstanceOf(SessionCancelledError);
  });

  test('ends with its thread', async () => {
    const session = await open();
    await expect(session.call('hoard')).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
    await session.close();
    const other = await open();
    await expect(other.call('crash')).rejects.toThrow();
    await other.close();
  });

  test('waits for a free thread', async () => {
    const sessions = [await open(), await open()];
    const third = open();
    expect(workers.load()).toEqual({ running: 2, waiting: 1 });
    await sessions[0]?.close();
    expect(await (await third).call('add', 1)).toBe(2);
    for (const session of [sessions[1], await third]) await session?.close();
  });
});
