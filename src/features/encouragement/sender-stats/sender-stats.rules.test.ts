import { expect, test } from 'vitest';
import { sumDeltas } from './sender-stats.rules.ts';

test('sums deltas for each sender', () => {
  const engaged = [
    { senderId: 'ada', bonus: 2 },
    { senderId: 'ben', bonus: 0 },
    { senderId: 'ada', bonus: 0 },
  ];
  const closed = [
    { senderId: 'ada', isEngaged: true },
    { senderId: 'eve', isEngaged: false },
    { senderId: 'ada', isEngaged: false },
  ];
  expect(sumDeltas(engaged, closed)).toEqual([
    { userId: 'ada', increases: 2, bonus: 2, ended: 2, endedIncreases: 1 },
    { userId: 'ben', increases: 1, bonus: 0, ended: 0, endedIncreases: 0 },
    { userId: 'eve', increases: 0, bonus: 0, ended: 1, endedIncreases: 0 },
  ]);
  expect(sumDeltas([], [])).toEqual([]);
});
