import { expect, test } from 'vitest';
import { retried } from './retried.ts';

test('what fails to load is asked for again until it comes', async () => {
  let occasions = 0;
  let calls = 0;
  const load = async () => {
    calls += 1;
    if (calls < 4) throw new TypeError('Failed to fetch');
    return 'loaded';
  };
  expect(
    await retried(load, async () => {
      occasions += 1;
    }),
  ).toBe('loaded');
  expect(occasions).toBe(3);
});

test('a module that was fetched and fails is told', async () => {
  const error = new Error('No such name');
  await expect(
    retried(
      () => Promise.reject(error),
      async () => undefined,
    ),
  ).rejects.toBe(error);
});
