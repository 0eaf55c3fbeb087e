import { describe, expect, test } from 'vitest';
import { GRACE, latestEndThatIsOver, type OpenDrop, settle, sumDeltas } from './engagement.rules.ts';

const TERMS = { bonus: 2, rewardedPerPairAndDay: 5 };

const drop = (change: Partial<OpenDrop> = {}): OpenDrop => ({
  id: 'one',
  senderId: 'ada',
  recipientId: 'ben',
  day: '2028-02-29',
  isEngaged: false,
  hasWritten: true,
  isOver: false,
  isSynthetic: false,
  isBarred: false,
  rewarded: 0,
  ...change,
});

describe('A drop', () => {
  test.each<[string, Partial<OpenDrop>, { bonus: number | null; isClosed: boolean; isCounted: boolean }]>([
    ['whose recipient has written', {}, { bonus: 2, isClosed: false, isCounted: true }],
    ['whose recipient has not', { hasWritten: false }, { bonus: null, isClosed: false, isCounted: true }],
    ['that was engaged before', { isEngaged: true }, { bonus: null, isClosed: false, isCounted: true }],
    ['engaged as its window ends', { isOver: true }, { bonus: 2, isClosed: true, isCounted: true }],
    [
      'of nothing as its window ends',
      { hasWritten: false, isOver: true },
      { bonus: null, isClosed: true, isCounted: true },
    ],
    ['of a pair that is barred', { isBarred: true }, { bonus: null, isClosed: false, isCounted: true }],
    [
      'of a barred pair as its window ends',
      { isBarred: true, isOver: true },
      { bonus: null, isClosed: true, isCounted: true },
    ],
    ['with somebody synthetic', { isSynthetic: true }, { bonus: null, isClosed: false, isCounted: false }],
    [
      'with somebody synthetic as its window ends',
      { isSynthetic: true, isOver: true },
      { bonus: null, isClosed: true, isCounted: false },
    ],
    ['of which four of the day were rewarded', { rewarded: 4 }, { bonus: 2, isClosed: false, isCounted: true }],
    ['of which five of the day were rewarded', { rewarded: 5 }, { bonus: 0, isClosed: false, isCounted: true }],
    [
      'of which more were rewarded, when more could be',
      { rewarded: 9 },
      { bonus: 0, isClosed: false, isCounted: true },
    ],
  ])('%s', (_what, change, settlement) => {
    expect(settle([drop(change)], TERMS)).toEqual([{ id: 'one', ...settlement }]);
  });

  const bonuses = (drops: readonly OpenDrop[], terms = TERMS) => settle(drops, terms).map(({ bonus }) => bonus);

  test('is rewarded for as many as are left of its pair and its day, in their order', () => {
    expect(bonuses(Array.from({ length: 5 }, () => drop({ rewarded: 2 })))).toEqual([2, 2, 2, 0, 0]);
  });

  test('counts for its own pair, in this direction, and its own day alone', () => {
    const terms = { bonus: 2, rewardedPerPairAndDay: 1 };
    const others = [
      drop({ recipientId: 'eve' }),
      drop({ senderId: 'ben', recipientId: 'ada' }),
      drop({ day: '2028-03-01' }),
    ];
    expect(bonuses([drop(), ...others, drop()], terms)).toEqual([2, 2, 2, 2, 0]);
  });

  test('uses up nothing of the day where it is not engaged', () => {
    const terms = { bonus: 2, rewardedPerPairAndDay: 1 };
    expect(bonuses([drop({ hasWritten: false }), drop({ isBarred: true }), drop()], terms)).toEqual([null, null, 2]);
  });

  test.each([
    ['no bonus', { bonus: 0, rewardedPerPairAndDay: 5 }],
    ['none for a pair', { bonus: 2, rewardedPerPairAndDay: 0 }],
  ])('is engaged where the configuration has %s', (_what, terms) => {
    expect(bonuses([drop(), drop()], terms)).toEqual([0, 0]);
  });
});

test('A window is over once the grace after its end has passed', () => {
  const end = new Date('2028-02-29T00:00:00Z');
  const after = (milliseconds: number) => latestEndThatIsOver(new Date(end.getTime() + milliseconds));
  expect(end <= after(0)).toBe(false);
  expect(end <= after(GRACE - 1)).toBe(false);
  expect(end <= after(GRACE)).toBe(true);
});

test('Gains are added up for each sender', () => {
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
