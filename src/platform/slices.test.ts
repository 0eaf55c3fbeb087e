import { expect, test } from 'vitest';
import { runInSlices, stringifyInSlices } from './slices.ts';

test('steps are done to the end, and others run in between', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const result = await runInSlices(workFor(60));
  clearInterval(timer);
  expect(result).toBe('done');
  expect(turns).toBeGreaterThan(3);
});

test('a step that fails fails the whole', async () => {
  const failing = (function* () {
    yield;
    throw new RangeError('no');
  })();
  await expect(runInSlices(failing)).rejects.toThrow(RangeError);
});

test.each([0, 1, 199, 200, 201, 1_000])('the JSON of %i items is that of the whole list', async (count) => {
  const items = Array.from({ length: count }, (_, index) => index);
  const viewOf = (item: number) => ({ item, text: '"], "\n€' });
  expect(await stringifyInSlices(items, viewOf)).toBe(JSON.stringify(items.map(viewOf)));
});

function* workFor(milliseconds: number): Generator<void, string, void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) yield;
  return 'done';
}
