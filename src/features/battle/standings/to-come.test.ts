import { expect, test } from 'vitest';
import { countToComeAt } from './to-come.actions.ts';
import type { OpenGroup } from './to-come.store.ts';

const group = (change: Partial<OpenGroup>): OpenGroup => ({
  date: '2026-11-18',
  teamColor: 'red',
  startTime: '18:00',
  zone: 'UTC',
  users: 3,
  ...change,
});

test.each([
  ['the date', group({}), '2026-11-18T12:00:00Z', 3],
  ['the first moment of the date', group({}), '2026-11-18T00:00:00Z', 3],
  ['the moment before', group({}), '2026-11-17T23:59:59Z', 0],
  ['the moment after the date', group({}), '2026-11-19T00:00:00Z', 0],
  ['the date in Auckland, before it begins in UTC', group({ zone: 'Pacific/Auckland' }), '2026-11-17T11:00:00Z', 3],
  ['the date in Honolulu, before it begins there', group({ zone: 'Pacific/Honolulu' }), '2026-11-18T09:00:00Z', 0],
  ['a window across midnight, while it is open', group({ startTime: '23:00' }), '2026-11-19T00:30:00Z', 3],
  ['the same window, once it has closed', group({ startTime: '23:00' }), '2026-11-19T01:00:00Z', 0],
  [
    'the next date, while that window is open',
    group({ date: '2026-11-19', startTime: '23:00' }),
    '2026-11-19T00:30:00Z',
    0,
  ],
])('%s', (_what, one, now, red) => {
  expect(countToComeAt([one], new Date(now))).toEqual({ red, blue: 0 });
});

test('adds the groups of each colour', () => {
  const groups = [group({}), group({ users: 4 }), group({ teamColor: 'blue', users: 21 })];
  expect(countToComeAt(groups, new Date('2026-11-18T12:00:00Z'))).toEqual({ red: 7, blue: 21 });
});
