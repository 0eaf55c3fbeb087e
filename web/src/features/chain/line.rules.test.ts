import { describe, expect, test } from 'vitest';
import { axisOf, barOf, placeOn, standingOf } from './line.rules.ts';

const span = (opens: string, closes: string) => ({
  opens_at: `2026-11-${opens}:00Z`,
  closes_at: `2026-11-${closes}:00Z`,
});
const BERLIN = { name: 'Europe/Berlin', changes: [{ at: '2026-10-25T01:00:00Z', offset_minutes: 60 }] };

describe('the axis', () => {
  test('has the hours around the windows, by the clock of the user', () => {
    const axis = axisOf([span('29T14:30', '29T16:30'), span('29T19:15', '29T21:15')], BERLIN);
    expect(axis?.ticks.map(({ hour }) => hour)).toEqual([15, 18, 21, 0]);
  });

  test('goes over midnight, and has few marks for windows far apart', () => {
    const axis = axisOf([span('28T22:00', '29T00:00'), span('30T22:00', '30T23:59')], BERLIN);
    expect(axis?.ticks.length).toBeLessThan(10);
    expect(axis?.ticks[0]?.hour).toBe(21);
  });

  test('is none without a window', () => {
    expect(axisOf([], BERLIN)).toBeNull();
  });

  test('places a window in percent', () => {
    const window = span('29T17:00', '29T19:00');
    const axis = axisOf([window, span('29T20:00', '29T22:00')], BERLIN);
    expect(axis && barOf(window, axis, BERLIN)).toEqual({ start: 0, width: 33.33 });
    expect(axis && placeOn(axis, axis.to)).toBe(100);
  });
});

describe('standingOf', () => {
  const window = span('29T17:00', '29T19:00');
  const at = (time: string) => new Date(`2026-11-29T${time}Z`);

  test.each([
    ['pending', '16:59:59', 'before'],
    ['pending', '17:00:00', 'open'],
    ['pending', '19:00:00', 'over'],
    ['failed', '20:00:00', 'over'],
    ['not_started', '12:00:00', 'before'],
    ['completed', '12:00:00', 'done'],
    ['rest', '17:30:00', 'rest'],
  ] as const)('%s at %s is %s', (status, time, standing) => {
    expect(standingOf({ status, ...window }, at(time))).toBe(standing);
  });

  test('is unknown without a window, as of a user who is blocked', () => {
    expect(standingOf({ status: 'pending', opens_at: null, closes_at: null }, at('17:30:00'))).toBe('unknown');
  });
});
