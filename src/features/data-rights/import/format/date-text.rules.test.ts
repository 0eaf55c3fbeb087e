import { expect, test } from 'vitest';
import { momentIn } from './date-text.rules.ts';

test.each<[string, string | null, string | null]>([
  ['May 31, 2024', '2024-05-31', null],
  ['Friday, May 31st, 2024', '2024-05-31', null],
  ['May 31, 2024 at 6:04 PM', '2024-05-31', '18:04'],
  ['31 May 2024', '2024-05-31', null],
  ['Fri 31 May 2024', '2024-05-31', null],
  ['Fr., 31.05.2024', '2024-05-31', null],
  ['31. Mai 2024', '2024-05-31', null],
  ['31 de mayo de 2024', '2024-05-31', null],
  ['31 мая 2024', '2024-05-31', null],
  ['Sept. 3, 2024', '2024-09-03', null],
  ['31.05.2024', '2024-05-31', null],
  ['31.5.2024, 18:04', '2024-05-31', '18:04'],
  ['2024/05/31', '2024-05-31', null],
  ['2024-05-31 6:04 PM', '2024-05-31', '18:04'],
  ['2024年5月31日', '2024-05-31', null],
  ['20240531', '2024-05-31', null],
  ['31/05/2024', '2024-05-31', null],
  ['05/31/2024', '2024-05-31', null],
  ['05/05/2024', '2024-05-05', null],
])('%j is %j at %j', (text, date, time) => {
  expect(momentIn(text)).toEqual({ date, time, unread: null });
});

test('a time that cannot be read is told', () => {
  expect(momentIn('2024-05-31 early')).toEqual({ date: '2024-05-31', time: null, unread: 'early' });
});

test.each(['', '05/06/2024', '3 listopad 2024', 'May 2024', '31.05.24', 'some words', '1'.repeat(100)])(
  '%j is no date, or could be two',
  (text) => {
    expect(momentIn(text)).toBeNull();
  },
);
