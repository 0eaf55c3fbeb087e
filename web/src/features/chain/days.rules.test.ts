import { describe, expect, test } from 'vitest';
import { countDone, lastOfMonth, markOf, monthBefore, monthOf, weekOf } from './days.rules.ts';

const TODAY = '2026-11-29';

describe('markOf', () => {
  test.each([
    ['2026-11-28', 'completed', 'done'],
    ['2026-11-28', 'rest', 'rest'],
    ['2026-11-28', 'failed', 'empty'],
    ['2026-11-28', undefined, 'empty'],
    [TODAY, 'pending', 'today'],
    [TODAY, 'not_started', 'today'],
    [TODAY, 'completed', 'done'],
    [TODAY, 'failed', 'empty'],
    [TODAY, undefined, 'empty'],
    ['2026-11-30', 'not_started', 'ahead'],
    ['2026-11-30', undefined, 'ahead'],
    ['2026-11-30', 'rest', 'rest'],
  ] as const)('%s in the state %s is %s', (date, state, mark) => {
    expect(markOf(date, state, TODAY)).toBe(mark);
  });
});

describe('weekOf', () => {
  const days = [
    { date: '2026-11-23', state: 'completed' },
    { date: '2026-11-25', state: 'rest' },
    { date: TODAY, state: 'pending' },
  ] as const;

  test('has seven days from Monday, today included', () => {
    const week = weekOf(days, TODAY, 0);
    expect(week.map(({ mark }) => mark)).toEqual(['done', 'empty', 'rest', 'empty', 'empty', 'empty', 'today']);
    expect(countDone(week)).toBe(1);
  });

  test('begins on Sunday where weeks do', () => {
    const week = weekOf(days, TODAY, 6);
    expect(week[0]).toEqual({ date: TODAY, mark: 'today' });
    expect(week.slice(1).every(({ mark }) => mark === 'ahead')).toBe(true);
  });
});

describe('monthOf', () => {
  test.each([
    ['2026-11', 0, 6, 30],
    ['2026-11', 6, 0, 30],
    ['2028-02', 0, 1, 29],
    ['2026-02', 0, 6, 28],
  ])('%s in weeks from %i leaves %i places free and has %i days', (month, firstWeekday, offset, count) => {
    const { days, ...rest } = monthOf([], month, TODAY, firstWeekday);
    expect(rest).toEqual({ offset });
    expect(days).toHaveLength(count);
  });
});

test.each([
  ['2026-01', '2025-12', '2026-01-31'],
  ['2028-03', '2028-02', '2028-03-31'],
  ['2026-11', '2026-10', '2026-11-30'],
])('%s is after %s and ends on %s', (month, before, last) => {
  expect(monthBefore(month)).toBe(before);
  expect(lastOfMonth(month)).toBe(last);
});
