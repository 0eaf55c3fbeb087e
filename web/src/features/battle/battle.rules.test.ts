import { expect, test } from 'vitest';
import { beatenBy, foughtAt, heightsOf, isMonday, leadOf, ownDayOf, totalsOf, weekAt } from './battle.rules.ts';

test.each([
  ['2026-11-16T00:00:00.000Z', '2026-11-16'],
  ['2026-11-15T23:59:59.999Z', '2026-11-09'],
  ['2026-11-22T12:00:00.000Z', '2026-11-16'],
  ['2027-01-01T00:00:00.000Z', '2026-12-28'],
])('%s is in the week of %s', (instant, week) => {
  expect(weekAt(new Date(instant))).toBe(week);
});

test.each([
  ['2026-11-16', true],
  ['2026-11-17', false],
  ['2026-11-22', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['16.11.2026', false],
  ['constructor', false],
  ['', false],
])('%s is a Monday: %s', (text, expected) => {
  expect(isMonday(text)).toBe(expected);
});

test('a battle is fought on the Monday after its week, when it has ended everywhere', () => {
  expect(foughtAt('2026-11-16').toISOString()).toBe('2026-11-23T12:00:00.000Z');
});

test.each([
  [441, 428, { leader: 'red', other: 'blue', by: 13 }],
  [0, 1, { leader: 'blue', other: 'red', by: 1 }],
  [7, 7, null],
  [0, 0, null],
])('%i to %i', (red, blue, lead) => {
  expect(leadOf({ red, blue })).toEqual(lead);
});

test('adds the damage of rounds', () => {
  const rounds = [
    { round: 1, redDamage: 812, blueDamage: 836, badGuyDamage: 700 },
    { round: 2, redDamage: 905, blueDamage: 774, badGuyDamage: 710 },
  ];
  expect(totalsOf(rounds)).toEqual({ red: 1_717, blue: 1_610, badGuy: 1_410 });
  expect(totalsOf([])).toEqual({ red: 0, blue: 0, badGuy: 0 });
});

test.each([
  [3, 3, 2, 'both'],
  [3, 2, 2, 'red'],
  [2, 3, 2, 'blue'],
  [2, 2, 2, 'none'],
  [0, 0, 5, 'none'],
])('%i and %i against %i: beaten by %s', (red, blue, badGuy, by) => {
  expect(beatenBy({ red, blue, badGuy })).toBe(by);
});

test.each([
  ['open', { before: { status: 'completed' } }, { isDone: false, worth: 2 }],
  ['before', { before: { status: 'pending' } }, { isDone: false, worth: 1 }],
  ['late', null, { isDone: false, worth: 1 }],
  ['checked_in', null, { isDone: true, worth: 1 }],
  ['paused', null, null],
  ['not_set_up', null, null],
  ['rejected', { before: null }, null],
])('the own day in state %s with chain %o', (state, chain, day) => {
  expect(ownDayOf({ state, chain })).toEqual(day);
});

test('bars are as high as their part of the highest', () => {
  expect(heightsOf([10, 5, 0])).toEqual([100, 50, 0]);
  expect(heightsOf([0, 0])).toEqual([0, 0]);
});
