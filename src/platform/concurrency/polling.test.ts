import { expect, test } from 'vitest';
import { BUSY_MS } from '#test/time.ts';
import { pollFor } from './polling.ts';

test('asks until there is an answer', async () => {
  const responses = [undefined, undefined, 'here'];
  expect(await pollFor(async () => responses.shift(), { intervalMs: 1, timeoutMs: 5_000 })).toBe('here');
  expect(responses).toEqual([]);
});

test('asks once at least, and no longer than it may', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return undefined;
  };
  expect(await pollFor(ask, { intervalMs: 20, timeoutMs: 0 })).toBeUndefined();
  expect(asked).toBe(1);
  const startedAt = performance.now();
  expect(await pollFor(ask, { intervalMs: 20, timeoutMs: 500 })).toBeUndefined();
  expect(asked).toBeGreaterThan(2);
  expect(performance.now() - startedAt).toBeLessThan(500 + BUSY_MS);
});

test('what the question throws is thrown on', async () => {
  const ask = async () => {
    throw new Error('no more');
  };
  await expect(pollFor(ask, { intervalMs: 1, timeoutMs: 1_000 })).rejects.toThrow('no more');
});
