import { expect, test } from 'vitest';
import { isDue } from './goal-due.rules.ts';

test.each([
  ['UTC', '2026-11-20T07:59:59.999Z', false],
  ['UTC', '2026-11-20T08:00:00Z', true],
  ['UTC', '2026-11-20T23:59:59.999Z', true],
  ['UTC', '2026-11-21T00:00:00Z', false],
  [null, '2026-11-20T08:00:00Z', true],
  ['Mars/Base', '2026-11-20T08:00:00Z', true],
  ['Asia/Tokyo', '2026-11-19T23:00:00Z', true],
  ['Asia/Tokyo', '2026-11-20T15:00:00Z', false],
  ['Pacific/Kiritimati', '2026-11-19T18:00:00Z', true],
  ['Pacific/Pago_Pago', '2026-11-21T10:59:59Z', true],
])('a goal of 20 November is due in %s at %s: %s', (timeZone, now, due) => {
  expect(isDue({ targetDate: '2026-11-20', timeZone }, new Date(now))).toBe(due);
});
