import { describe, expect, test } from 'vitest';
import { isScoredBySchedule, requirePeriod, takesEntries } from './competition.rules.ts';

const [BEFORE, NOW, AFTER] = [
  new Date('2026-11-18T11:59:59.999Z'),
  new Date('2026-11-18T12:00:00Z'),
  new Date('2026-11-18T12:00:00.001Z'),
];
const OPEN = { isActive: true, entryOpen: true, startsAt: null, endsAt: null };

describe('a competition takes entries', () => {
  test.each([
    ['without a period', {}, true],
    ['once it has started', { startsAt: BEFORE }, true],
    ['when it starts', { startsAt: NOW }, true],
    ['not before it starts', { startsAt: AFTER }, false],
    ['before it ends', { endsAt: AFTER }, true],
    ['not when it ends', { endsAt: NOW }, false],
    ['not once it has ended', { endsAt: BEFORE }, false],
    ['within its period', { startsAt: BEFORE, endsAt: AFTER }, true],
    ['not while it is not active', { isActive: false }, false],
    ['not while it is closed', { entryOpen: false }, false],
  ])('%s', (_when, facts, takes) => {
    expect(takesEntries({ ...OPEN, ...facts }, NOW)).toBe(takes);
  });
});

test.each([
  [{}, true],
  [{ startsAt: AFTER }, true],
  [{ endsAt: BEFORE }, true],
  [{ isActive: false }, false],
  [{ entryOpen: false }, false],
])('a competition with %o is scored by schedule: %s', (facts, is) => {
  expect(isScoredBySchedule({ ...OPEN, ...facts })).toBe(is);
});

test('a competition ends after it has started', () => {
  for (const endsAt of [AFTER, null]) expect(() => requirePeriod({ startsAt: NOW, endsAt })).not.toThrow();
  expect(() => requirePeriod({ startsAt: null, endsAt: NOW })).not.toThrow();
  for (const endsAt of [NOW, BEFORE]) expect(() => requirePeriod({ startsAt: NOW, endsAt })).toThrow('later ends_at');
});
