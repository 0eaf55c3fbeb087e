import { expect, test } from 'vitest';
import { pollFor } from './polling.ts';

/** A time that passes only by sleeping and by what the work says it took. */
function createTime() {
  let time = 0;
  const pass = async (durationMs: number) => {
    time += durationMs;
  };
  return { now: () => time, sleep: pass, pass };
}

test('asks until there is an answer', async () => {
  const responses = [undefined, undefined, 'here'];
  expect(await pollFor(async () => responses.shift(), { intervalMs: 1, timeoutMs: 50_000 })).toBe('here');
  expect(responses).toEqual([]);
});

test('asks once at least, and no longer than it may', async () => {
  const { now, sleep, pass } = createTime();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    await pass(5);
    return undefined;
  };
  expect(await pollFor(ask, { intervalMs: 20, timeoutMs: 0, now, sleep })).toBeUndefined();
  expect([asked, now()]).toEqual([1, 5]);
  // A question takes 5 ms, and 20 ms pass before the next one: another one would begin 10 ms too late.
  expect(await pollFor(ask, { intervalMs: 20, timeoutMs: 490, now, sleep })).toBeUndefined();
  expect([asked, now()]).toEqual([21, 485]);
});

test('what the question throws is thrown on', async () => {
  const ask = async () => {
    throw new Error('no more');
  };
  await expect(pollFor(ask, { intervalMs: 1, timeoutMs: 50_000 })).rejects.toThrow('no more');
});
