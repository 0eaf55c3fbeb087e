import { describe, expect, test } from 'vitest';
import { groupGoals, groupOf, lastDays, lastWeeks, statusByDate } from './goal.rules.ts';

const TODAY = '2026-11-22';

const goal = (target_date: string | null, last: string | null = null, status: 'active' | 'paused' = 'active') => ({
  target_date,
  status,
  last_check_in: last === null ? null : { id: 'id', status: 'missed' as const, check_in_date: last, created_at: '' },
});

describe('groupOf', () => {
  test.each([
    ['an active goal without a check-in', goal(null), 'due'],
    ['an active goal with one of yesterday', goal(null, '2026-11-21'), 'due'],
    ['an active goal with one of today, also a missed one', goal(null, TODAY), 'done'],
    ['a paused goal with one of today', goal(null, TODAY, 'paused'), 'paused'],
  ])('%s', (_name, of, group) => {
    expect(groupOf(of, TODAY)).toBe(group);
  });
});

test('groupGoals lists goals due by their target date, those without one last, and omits empty groups', () => {
  const [late, none, soon, paused] = [goal('2026-12-31'), goal(null), goal('2026-11-23'), goal(null, null, 'paused')];
  expect(groupGoals([late, none, paused, soon], TODAY)).toEqual([
    { group: 'due', goals: [soon, late, none] },
    { group: 'paused', goals: [paused] },
  ]);
});

test('statusByDate keeps the best check-in of a day', () => {
  const of = (status: 'completed' | 'partial' | 'missed' | 'skipped', check_in_date: string) => ({
    status,
    check_in_date,
  });
  const statuses = statusByDate([
    of('missed', TODAY),
    of('partial', TODAY),
    of('skipped', TODAY),
    of('missed', '2026-11-20'),
  ]);
  expect([...statuses]).toEqual([
    [TODAY, 'partial'],
    ['2026-11-20', 'missed'],
  ]);
});

test('lastDays ends with today', () => {
  expect(lastDays('2026-03-01', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});

test('lastWeeks begins on the first day of the week and has no day after today', () => {
  expect(lastWeeks('2026-11-18', 2, 6)[1]).toEqual([
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    null,
    null,
    null,
  ]);
  const weeks = lastWeeks('2026-11-18', 2, 0);
  expect(weeks[0]?.[0]).toBe('2026-11-09');
  expect(weeks[1]).toEqual(['2026-11-16', '2026-11-17', '2026-11-18', null, null, null, null]);
});
