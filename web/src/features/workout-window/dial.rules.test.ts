import { describe, expect, test } from 'vitest';
import { arcOf, dragged, isOnWindow, minutesAt, minutesOf, pointAt, stepped, timeOf } from './dial.rules.ts';

test.each([
  ['00:00', 0],
  ['18:15', 1_095],
  ['23:45', 1_425],
])('%s is %i minutes from midnight', (time, minutes) => {
  expect(minutesOf(time)).toBe(minutes);
  expect(timeOf(minutes)).toBe(time);
});

test.each([
  [1_440, '00:00'],
  [-15, '23:45'],
  [2_955, '01:15'],
])('%i minutes are the time %s', (minutes, time) => {
  expect(timeOf(minutes)).toBe(time);
});

describe('stepped', () => {
  test.each([
    ['18:00', 1, '18:15'],
    ['18:00', -1, '17:45'],
    ['18:00', 4, '19:00'],
    ['23:45', 1, '00:00'],
    ['00:00', -1, '23:45'],
    ['18:07', 1, '18:15'],
    ['18:07', -1, '18:00'],
    ['23:53', 1, '00:00'],
  ])('%s by %i is %s', (start, steps, time) => {
    expect(stepped(start, steps)).toBe(time);
  });
});

describe('the dial', () => {
  test.each([
    [0, -1, 0],
    [1, 0, 360],
    [0, 1, 720],
    [-1, 0, 1_080],
  ])('shows at (%i, %i) %i minutes', (x, y, minutes) => {
    expect(minutesAt(x, y)).toBe(minutes);
    expect(pointAt(minutes, 1)).toEqual({ x, y });
  });

  test('finds each minute where it draws it', () => {
    for (let minutes = 0; minutes < 1_440; minutes += 1) {
      const { x, y } = pointAt(minutes, 1_000);
      expect(minutesAt(x, y)).toBeCloseTo(minutes, 1);
    }
  });

  test.each([
    ['18:00', 1_090, 1_090, '18:00'],
    ['18:00', 1_090, 1_104, '18:15'],
    ['18:00', 1_090, 1_096, '18:00'],
    ['18:00', 1_090, 1_060, '17:30'],
    ['23:30', 1_430, 10, '23:45'],
    ['00:15', 30, 1_420, '23:30'],
    ['18:07', 1_090, 1_090, '18:00'],
  ])('moves %s, held at %i, with the pointer at %i to %s', (start, grabbed, at, time) => {
    expect(dragged(start, grabbed, at)).toBe(time);
  });

  test.each([
    ['18:00', 1_065, true],
    ['18:00', 1_064, false],
    ['18:00', 1_215, true],
    ['18:00', 1_216, false],
    ['23:00', 30, true],
    ['23:00', 90, false],
    ['00:00', 1_430, true],
  ])('has of the window from %s a part at %i: %s', (start, at, expected) => {
    expect(isOnWindow(start, at)).toBe(expected);
  });

  test('draws two hours as a twelfth of the circle', () => {
    expect(arcOf('00:00', 100)).toBe('M0 -100A100 100 0 0 1 50 -86.6');
    expect(arcOf('23:00', 100)).toBe('M-25.88 -96.59A100 100 0 0 1 25.88 -96.59');
  });
});
