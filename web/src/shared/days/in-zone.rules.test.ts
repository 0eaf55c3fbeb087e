import { expect, test } from 'vitest';
import { dateIn, timeIn } from './in-zone.rules.ts';

const NOW = new Date('2026-11-29T23:30:00Z');

test.each([
  ['Asia/Kathmandu', '2026-11-30', '05:15'],
  ['Europe/Berlin', '2026-11-30', '00:30'],
  ['America/Lima', '2026-11-29', '18:30'],
  ['UTC', '2026-11-29', '23:30'],
])('in %s it is %s %s', (zone, date, time) => {
  expect(dateIn(zone, NOW)).toBe(date);
  expect(timeIn(zone, NOW)).toBe(time);
});

test('a zone without a clock in this browser has neither', () => {
  expect(timeIn('Mars/Olympus', NOW)).toBeNull();
  expect(dateIn('Mars/Olympus', NOW)).toBeNull();
});
