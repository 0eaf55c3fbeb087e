import { describe, expect, test } from 'vitest';
import { isDateRange } from './date-range.ts';

describe('a range of days', () => {
  test.each([
    ['one day', '2026-03-01', '2026-03-01', true],
    ['backwards by a day', '2026-03-02', '2026-03-01', false],
    ['a year', '2026-01-01', '2026-12-31', true],
    ['366 days', '2025-01-01', '2026-01-01', true],
    ['367 days', '2025-01-01', '2026-01-02', false],
    ['a leap year', '2024-01-01', '2024-12-31', true],
    ['a leap year and a day', '2024-01-01', '2025-01-01', false],
    ['over both changes of the clocks', '2026-03-28', '2026-10-26', true],
    ['backwards by centuries', '9999-12-31', '1900-01-01', false],
    ['centuries', '1900-01-01', '9999-12-31', false],
  ])('of %s, %s to %s: %s', (_what, from, to, expected) => {
    expect(isDateRange(from, to)).toBe(expected);
  });
});
