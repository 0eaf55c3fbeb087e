import { describe, expect, test } from 'vitest';
import { countdown, minutesUntil, petalsAt, stateAt, teamOf } from './window.rules.ts';

const window = { opens_at: '2026-11-22T18:00:00Z', closes_at: '2026-11-22T20:00:00Z', next: null };
const at = (time: string) => new Date(`2026-11-22T${time}Z`);

describe('stateAt', () => {
  test.each([
    ['before', '17:59:59', 'before'],
    ['before', '18:00:00', 'open'],
    ['open', '19:59:59', 'open'],
    ['open', '20:00:00', 'late'],
    ['late', '21:00:00', 'late'],
    ['checked_in', '19:00:00', 'checked_in'],
    ['rejected', '19:00:00', 'rejected'],
  ] as const)('moves %s at %s to %s', (state, time, expected) => {
    expect(stateAt({ state, window }, at(time))).toBe(expected);
  });

  test('keeps the state without a window', () => {
    expect(stateAt({ state: 'not_set_up', window: null }, at('19:00:00'))).toBe('not_set_up');
  });
});

describe('petalsAt', () => {
  test.each([
    ['18:00:00', 0, 23],
    ['18:48:00', 9, 14],
    ['19:59:59', 23, 0],
  ])('shows at %s %i gone, one now and %i left', (time, gone, left) => {
    const petals = petalsAt('open', window, at(time));
    expect(petals.filter((petal) => petal === 'gone')).toHaveLength(gone);
    expect(petals.filter((petal) => petal === 'left')).toHaveLength(left);
    expect(petals[gone]).toBe('now');
  });

  test('is full after the check-in and empty before and after the window', () => {
    expect(new Set(petalsAt('checked_in', window, at('19:00:00')))).toEqual(new Set(['left']));
    expect(new Set(petalsAt('before', window, at('17:00:00')))).toEqual(new Set(['gone']));
    expect(new Set(petalsAt('late', window, at('21:00:00')))).toEqual(new Set(['gone']));
  });
});

test('minutesUntil counts begun minutes', () => {
  expect(minutesUntil(window.closes_at, at('18:48:00'))).toBe(72);
  expect(minutesUntil(window.closes_at, at('19:59:30'))).toBe(1);
  expect(minutesUntil(window.closes_at, at('20:30:00'))).toBe(0);
});

test.each([
  [72, '1:12'],
  [5, '0:05'],
  [0, '0:00'],
  [700, '11:40'],
])('countdown(%i) is %s', (minutes, text) => {
  expect(countdown(minutes)).toBe(text);
});

test.each([
  [{ team_color: 'blue' }, { team_color: 'red' }, 'blue'],
  [null, { team_color: 'blue' }, 'blue'],
  [null, null, 'red'],
] as const)('with the chain %j and the squad %j the team is %s', (chain, squad, team) => {
  expect(teamOf({ chain, squad } as never)).toBe(team);
});
