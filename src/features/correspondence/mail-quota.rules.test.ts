import { describe, expect, test } from 'vitest';
import { dayOf, secondsUntilNextDay, sentTo } from './mail-quota.rules.ts';

describe('a day', () => {
  test.each([
    ['2026-11-21T00:00:00.000Z', '2026-11-21', 86_400],
    ['2026-11-21T12:00:00.500Z', '2026-11-21', 43_200],
    ['2026-11-21T23:59:59.001Z', '2026-11-21', 1],
    ['2026-11-21T23:59:59.999Z', '2026-11-21', 1],
  ])('of %s is %s and lasts another %i s', (instant, day, seconds) => {
    expect([dayOf(new Date(instant)), secondsUntilNextDay(new Date(instant))]).toEqual([day, seconds]);
  });
});

test('an address is the same recipient in whatever case', () => {
  expect(sentTo('Ada@People.test')).toBe(sentTo('ada@people.TEST'));
});
