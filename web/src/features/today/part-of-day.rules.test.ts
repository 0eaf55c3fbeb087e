import { expect, test } from 'vitest';
import { partOfDay } from './part-of-day.rules.ts';

test.each([
  [0, 'night'],
  [5, 'morning'],
  [12, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
] as const)('hour %i is %s', (hour, part) => {
  expect(partOfDay(hour)).toBe(part);
});
