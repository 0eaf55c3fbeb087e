import { describe, expect, test } from 'vitest';
import { checkPeriod, isOpenForEntries, isScoredByJob, weightsOf } from './competition.rules.ts';

const [BEFORE, NOW, AFTER] = [
  new Date('2026-11-18T11:59:59.999Z'),
  new Date('2026-11-18T12:00:00Z'),
  new Date('2026-11-18T12:00:00.001Z'),
];
const NO_WEIGHTS = { clone: 0, completion: 0, replication_confirmed: 0, replication_refuted: 0, build: 0 };
const OPEN = { isActive: true, entryOpen: true, startsAt: null, endsAt: null };

describe('a competition is open for entries', () => {
  test.each([
    ['without a period', {}, true],
    ['once it has started', { startsAt: BEFORE }, true],
    ['when it starts', { startsAt: NOW }, true],
    ['not before it starts', { startsAt: AFTER }, false],
    ['before it ends', { endsAt: AFTER }, true],
    ['not when it ends', { endsAt: NOW }, false],
    ['not once it has ended', { endsAt: BEFORE }, false],
    ['within its period', { startsAt: BEFORE, endsAt: AFTER }, true],
    ['not while it is inactive', { isActive: false }, false],
    ['not while it is closed', { entryOpen: false }, false],
  ])('%s', (_when, facts, isOpen) => {
    expect(isOpenForEntries({ ...OPEN, ...facts }, NOW)).toBe(isOpen);
  });
});

test.each([
  [{}, true],
  [{ startsAt: AFTER }, true],
  [{ endsAt: BEFORE }, true],
  [{ isActive: false }, false],
  [{ entryOpen: false }, false],
])('a competition with %o is scored by the job: %s', (facts, expected) => {
  expect(isScoredByJob({ ...OPEN, ...facts })).toBe(expected);
});

test('a competition must end after its start', () => {
  for (const endsAt of [AFTER, null]) expect(() => checkPeriod({ startsAt: NOW, endsAt })).not.toThrow();
  expect(() => checkPeriod({ startsAt: null, endsAt: NOW })).not.toThrow();
  for (const endsAt of [NOW, BEFORE]) expect(() => checkPeriod({ startsAt: NOW, endsAt })).toThrow('later ends_at');
});

describe('weightsOf', () => {
  test('fills omitted weights with 0 and drops unknown keys', () => {
    expect(weightsOf({})).toEqual(NO_WEIGHTS);
    const given = { clone: 1, build: -2.5, constructor: 3, views: 4 };
    expect(weightsOf(given)).toEqual({ ...NO_WEIGHTS, clone: 1, build: -2.5 });
  });

  test.each([0, -0, 1, -1, 0.1, 0.29, 0.57, 1.15, 4.35, 999.99, -1_000, 1_000, 1e-2])('accepts %d', (weight) => {
    expect(weightsOf({ completion: weight }).completion).toBe(weight);
  });

  test.each([0.001, 0.333, 1.005, 999.999, -0.005, 1e-9, Number.MIN_VALUE])(
    'rejects more than two decimals: %d',
    (weight) => {
      expect(() => weightsOf({ replication_refuted: weight })).toThrow('two decimals');
    },
  );
});
