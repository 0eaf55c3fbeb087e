import { expect, onTestFinished, test, vi } from 'vitest';
import { runYielding, stringifyYielding } from './cooperative.ts';

test('steps are done to the end, and others have their turn after each five milliseconds of them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let turns = 0;
  const countTurn = () => {
    turns += 1;
    turn = setImmediate(countTurn);
  };
  let turn = setImmediate(countTurn);
  onTestFinished(() => clearImmediate(turn));
  const stepsOfTurn = new Map<number, number>();
  const steps = (function* () {
    for (let step = 0; step < 12; step += 1) {
      stepsOfTurn.set(turns, (stepsOfTurn.get(turns) ?? 0) + 1);
      vi.advanceTimersByTime(1);
      yield;
    }
    return 'done';
  })();
  expect(await runYielding(steps)).toBe('done');
  expect([...stepsOfTurn.values()]).toEqual([5, 5, 2]);
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
