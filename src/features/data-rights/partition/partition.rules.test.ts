import { expect, test } from 'vitest';
import { endOfPartition, monthsToMake, partitionsBefore } from './partition.rules.ts';

test.each([
  ['audit_log_2026_11', '2026-12-01'],
  ['audit_log_2026_12', '2027-01-01'],
  ['audit_log_until_2027_01', '2027-01-01'],
  ['audit_log_rest', null],
])('%s ends before %s', (name, end) => {
  expect(endOfPartition(name)).toBe(end);
});

const FIRST = ['a_rest', 'a_until_2027_01'];

test.each([
  ['the first partition reaches far enough', FIRST, '2026-10-31T23:59:59.999Z', []],
  ['a month begins', FIRST, '2026-11-01T00:00:00.000Z', ['2027-01-01']],
  ['the year turns', FIRST, '2026-12-31T23:59:59.999Z', ['2027-01-01', '2027-02-01']],
  ['a month is made', [...FIRST, 'a_2027_01'], '2026-12-01T00:00:00.000Z', ['2027-02-01']],
  ['one of them failed', [...FIRST, 'a_2027_02'], '2026-12-31T00:00:00.000Z', ['2027-01-01']],
  ['names are not in the order of months', ['a_2027_02', 'a_2027_01', ...FIRST], '2026-12-15T00:00:00.000Z', []],
  [
    'no node ran for months',
    FIRST,
    '2027-03-02T00:00:00.000Z',
    ['2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01', '2027-05-01'],
  ],
  ['an expired month was dropped', ['a_rest', 'a_2027_05'], '2027-03-02T00:00:00.000Z', []],
  ['there are no months', ['a_rest'], '2027-03-02T00:00:00.000Z', ['2027-03-01', '2027-04-01', '2027-05-01']],
])('makes months where %s', (_, partitions, now, months) => {
  expect(monthsToMake(partitions, new Date(now))).toEqual(months);
});

test.each([
  ['2026-12-31T23:59:59.999Z', []],
  ['2027-01-01T00:00:00.000Z', ['a_until_2027_01']],
  ['2027-01-31T23:59:59.999Z', ['a_until_2027_01']],
  ['2027-02-01T00:00:00.000Z', ['a_2027_01', 'a_until_2027_01']],
])('before %s: %j', (instant, partitions) => {
  expect(partitionsBefore(['a_2027_01', 'a_2027_02', 'a_rest', 'a_until_2027_01'], new Date(instant))).toEqual(
    partitions,
  );
});
