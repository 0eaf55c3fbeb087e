import { describe, expect, test } from 'vitest';
import { createDeduplicator, isGap, queriesShowing, reconnectDelay } from './events.rules.ts';

describe('reconnectDelay', () => {
  test.each([
    ['the first', 0, 1, 1_000],
    ['the second', 1, 1, 2_000],
    ['the fifth', 4, 1, 16_000],
    ['the tenth', 9, 1, 60_000],
    ['the thousandth', 999, 1, 60_000],
    ['half of the chance', 2, 0.5, 2_000],
    ['none of it', 5, 0, 0],
  ])('%s', (_what, failures, chance, delay) => {
    expect(reconnectDelay(failures, () => chance)).toBe(delay);
  });
});

describe('createDeduplicator', () => {
  test('knows an id the second time', () => {
    const isNew = createDeduplicator();
    expect([isNew('a'), isNew('b'), isNew('a')]).toEqual([true, true, false]);
  });

  test('forgets the oldest of many', () => {
    const isNew = createDeduplicator();
    for (let id = 0; id <= 200; id += 1) isNew(String(id));
    expect([isNew('200'), isNew('0')]).toEqual([false, true]);
  });
});

describe('isGap', () => {
  test.each([
    [{ kind: 'ready' } as const, true, false],
    [{ kind: 'ready' } as const, false, true],
    [{ kind: 'reset', reason: 'expired' } as const, true, true],
    [{ kind: 'closed', reason: 'draining' } as const, false, false],
  ])('of %o, first: %s', (event, isFirst, expected) => {
    expect(isGap(event, isFirst)).toBe(expected);
  });
});

test('queriesShowing names each query once', () => {
  expect(queriesShowing(['entry.changed', 'check-in.made', 'mosaic.updated', 'entry.changed'])).toEqual([
    'journal',
    'today',
    'workout-window',
  ]);
});
