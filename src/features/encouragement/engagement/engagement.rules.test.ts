import { describe, expect, test } from 'vitest';
import { decideEngagements, GRACE_PERIOD_MS, latestClosableEnd, type OpenDrop } from './engagement.rules.ts';

const TERMS = { bonus: 2, rewardedPerPairAndDay: 5 };

const drop = (change: Partial<OpenDrop> = {}): OpenDrop => ({
  id: 'one',
  senderId: 'ada',
  recipientId: 'ben',
  day: '2028-02-29',
  isEngaged: false,
  hasActivity: true,
  isOver: false,
  isSynthetic: false,
  isBlocked: false,
  rewarded: 0,
  ...change,
});

describe('decideEngagements', () => {
  test.each<[string, Partial<OpenDrop>, { bonus: number | null; isClosed: boolean; isCounted: boolean }]>([
    ['awards a bonus for activity', {}, { bonus: 2, isClosed: false, isCounted: true }],
    ['awards nothing without activity', { hasActivity: false }, { bonus: null, isClosed: false, isCounted: true }],
    ['awards nothing for an engaged drop', { isEngaged: true }, { bonus: null, isClosed: false, isCounted: true }],
    ['awards and closes at the end of the window', { isOver: true }, { bonus: 2, isClosed: true, isCounted: true }],
    [
      'closes without activity at the end of the window',
      { hasActivity: false, isOver: true },
      { bonus: null, isClosed: true, isCounted: true },
    ],
    ['awards nothing for a blocked pair', { isBlocked: true }, { bonus: null, isClosed: false, isCounted: true }],
    [
      'closes a drop of a blocked pair',
      { isBlocked: true, isOver: true },
      { bonus: null, isClosed: true, isCounted: true },
    ],
    [
      'does not count a drop with a synthetic user',
      { isSynthetic: true },
      { bonus: null, isClosed: false, isCounted: false },
    ],
    [
      'closes a drop with a synthetic user',
      { isSynthetic: true, isOver: true },
      { bonus: null, isClosed: true, isCounted: false },
    ],
    ['awards the fifth drop of a pair and day', { rewarded: 4 }, { bonus: 2, isClosed: false, isCounted: true }],
    ['awards no sixth drop of a pair and day', { rewarded: 5 }, { bonus: 0, isClosed: false, isCounted: true }],
    ['awards nothing if a former limit was higher', { rewarded: 9 }, { bonus: 0, isClosed: false, isCounted: true }],
  ])('%s', (_what, change, decision) => {
    expect(decideEngagements([drop(change)], TERMS)).toEqual([{ id: 'one', ...decision }]);
  });

  const bonuses = (drops: readonly OpenDrop[], terms = TERMS) =>
    decideEngagements(drops, terms).map(({ bonus }) => bonus);

  test('rewards the remaining drops of a pair and day in their order', () => {
    expect(bonuses(Array.from({ length: 5 }, () => drop({ rewarded: 2 })))).toEqual([2, 2, 2, 0, 0]);
  });

  test('counts rewarded drops for each pair, direction and day', () => {
    const terms = { bonus: 2, rewardedPerPairAndDay: 1 };
    const others = [
      drop({ recipientId: 'eve' }),
      drop({ senderId: 'ben', recipientId: 'ada' }),
      drop({ day: '2028-03-01' }),
    ];
    expect(bonuses([drop(), ...others, drop()], terms)).toEqual([2, 2, 2, 2, 0]);
  });

  test('does not count drops without engagement', () => {
    const terms = { bonus: 2, rewardedPerPairAndDay: 1 };
    expect(bonuses([drop({ hasActivity: false }), drop({ isBlocked: true }), drop()], terms)).toEqual([null, null, 2]);
  });

  test.each([
    ['no bonus', { bonus: 0, rewardedPerPairAndDay: 5 }],
    ['none for a pair', { bonus: 2, rewardedPerPairAndDay: 0 }],
  ])('engages drops if the configuration has %s', (_what, terms) => {
    expect(bonuses([drop(), drop()], terms)).toEqual([0, 0]);
  });
});

test('a window can be closed after the grace period', () => {
  const end = new Date('2028-02-29T00:00:00Z');
  const after = (milliseconds: number) => latestClosableEnd(new Date(end.getTime() + milliseconds));
  expect(end <= after(0)).toBe(false);
  expect(end <= after(GRACE_PERIOD_MS - 1)).toBe(false);
  expect(end <= after(GRACE_PERIOD_MS)).toBe(true);
});
