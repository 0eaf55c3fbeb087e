import { expect, test } from 'vitest';
import { runYielding, stringifyYielding } from './cooperative.ts';

test('steps are done to the end, and others run in between', async () => {
  let haveOthersRun = false;
  setImmediate(() => {
    haveOthersRun = true;
  });
  expect(await runYielding(stepsUntil(() => haveOthersRun))).toBe('others have run');
});

test('a step that fails fails the whole', async () => {
  const failing = (function* () {
    yield;
    throw new RangeError('no');
  })();
  await expect(runYielding(failing)).rejects.toThrow(RangeError);
});

test.each([0, 1, 199, 200, 201, 1_000])('the JSON of %i items is that of the whole list', async (count) => {
  const items = Array.from({ length: count }, (_, index) => index);
  const viewOf = (item: number) => ({ item, text: '"], "\n€' });
  expect(await stringifyYielding(items, viewOf)).toBe(JSON.stringify(items.map(viewOf)));
});

/** Works until then, or gives up after a while. */
function* stepsUntil(holds: () => boolean): Generator<void, string, void> {
  const end = performance.now() + 5_000;
  while (performance.now() < end) {
    if (holds()) return 'others have run';
    yield;
  }
  return 'no other task has run';
}
