import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { battleStatusAt, daysOf, hasEndedEverywhere, isWeekStart, weekEndOf, weekStartAt } from './week.rules.ts';

const instant = fc.date({ min: new Date('1970-01-05'), max: new Date('9999-12-26'), noInvalidDate: true });

describe('start of a week', () => {
  test.each([
    ['2026-11-15', false, 'a Sunday'],
    ['2026-11-16', true, 'a Monday'],
    ['2026-11-17', false, 'a Tuesday'],
    ['2026-11-21', false, 'a Saturday'],
    ['2024-02-26', true, 'a Monday before a leap day'],
    ['2024-02-29', false, 'a leap day'],
    ['2026-03-30', true, 'a Monday after a change of the clocks'],
    ['2025-12-29', true, 'a Monday whose week ends in another year'],
    ['1970-01-05', true, 'the first Monday that computers know'],
    ['1969-12-29', true, 'a Monday before that'],
  ])('%s: %s, since it is %s', (day, expected) => {
    expect(isWeekStart(day)).toBe(expected);
  });

  test.each([
    ['2026-11-16T00:00:00.000Z', '2026-11-16'],
    ['2026-11-15T23:59:59.999Z', '2026-11-09'],
    ['2026-11-22T23:59:59.999Z', '2026-11-16'],
    ['2026-11-18T12:00:00.000Z', '2026-11-16'],
    ['2026-01-01T00:00:00.000Z', '2025-12-29'],
    ['2024-02-29T08:00:00.000Z', '2024-02-26'],
  ])('at %s is %s', (now, expected) => {
    expect(weekStartAt(new Date(now))).toBe(expected);
  });
});

describe('days of a week', () => {
  test('are seven, from Monday to Sunday, also across months and years', () => {
    expect(daysOf('2025-12-29')).toEqual([
      '2025-12-29',
      '2025-12-30',
      '2025-12-31',
      '2026-01-01',
      '2026-01-02',
      '2026-01-03',
      '2026-01-04',
    ]);
  });

  test('contain every instant of the week and no other', () => {
    fc.assert(
      fc.property(instant, (now) => {
        const weekStart = weekStartAt(now);
        expect(isWeekStart(weekStart)).toBe(true);
        expect(daysOf(weekStart)).toContain(now.toISOString().slice(0, 10));
        expect(weekEndOf(weekStart)).toBe(daysOf(weekStart).at(-1));
        const weekBefore = addDays(weekStart, -7);
        expect(daysOf(weekBefore)).not.toContain(weekStart);
        expect(weekStartAt(new Date(`${weekEndOf(weekBefore)}T23:59:59.999Z`))).toBe(weekBefore);
      }),
    );
  });
});

describe('battle status', () => {
  const weekStart = '2026-11-16';

  test.each([
    ['2026-11-15T23:59:59.999Z', 'pending'],
    ['2026-11-16T00:00:00.000Z', 'in_progress'],
    ['2026-11-22T23:59:59.999Z', 'in_progress'],
    ['2027-01-01T00:00:00.000Z', 'in_progress'],
  ])('without an execution is at %s %s', (now, expected) => {
    expect(battleStatusAt({ weekStart, isExecuted: false }, new Date(now))).toBe(expected);
  });

  test.each(['2026-11-15T00:00:00.000Z', '2026-11-20T00:00:00.000Z', '2030-01-01T00:00:00.000Z'])(
    'after an execution is completed at %s',
    (now) => {
      expect(battleStatusAt({ weekStart, isExecuted: true }, new Date(now))).toBe('completed');
    },
  );

  test.each([
    ['2026-11-16T00:00:00.000Z', false, 'the week has just begun'],
    ['2026-11-23T00:00:00.000Z', false, 'it is still Sunday in the west'],
    ['2026-11-23T11:59:59.999Z', false, 'it is still Sunday on Baker Island'],
    ['2026-11-23T12:00:00.000Z', true, 'Sunday has ended in every zone'],
    ['2027-06-01T00:00:00.000Z', true, 'it is long over'],
  ])('can be executed at %s: %s, since %s', (now, expected) => {
    expect(hasEndedEverywhere(weekStart, new Date(now))).toBe(expected);
  });

  test.each(['2026-11-23', '9999-12-27'])('cannot be executed before its week, such as %s', (later) => {
    expect(hasEndedEverywhere(later, new Date('2026-11-16T12:00:00.000Z'))).toBe(false);
  });
});
