import { describe, expect, test } from 'vitest';
import { countedWords, megabytes, newerOf, type StageFacts, sideOf, stageOf, waitingCounts } from './check-in.rules.ts';

const FACTS: StageFacts = {
  checkIn: null,
  hasWindow: true,
  item: undefined,
  isOnline: true,
  hasPhoto: false,
  isSubmitted: false,
  isReplacing: false,
  isPastMidnight: false,
};
const rejected = { status: 'rejected' } as const;
const pending = { status: 'pending' } as const;
const queued = { state: 'queued', tries: 0 } as const;

describe('stageOf', () => {
  test.each<[string, Partial<StageFacts>, string]>([
    ['nothing yet', {}, 'camera'],
    ['no window', { hasWindow: false }, 'noWindow'],
    ['past midnight', { isPastMidnight: true }, 'midnight'],
    ['a photo', { hasPhoto: true }, 'preview'],
    ['a photo past midnight', { hasPhoto: true, isPastMidnight: true }, 'preview'],
    ['a write that begins', { item: queued }, 'sending'],
    ['a write in sending', { item: { state: 'sending', tries: 3 } }, 'sending'],
    ['a write that waits for its next try', { item: { state: 'queued', tries: 1 } }, 'queued'],
    ['a write offline', { item: queued, isOnline: false }, 'queued'],
    ['a write that hangs offline', { item: { state: 'sending', tries: 0 }, isOnline: false }, 'queued'],
    ['a write that the server refuses', { item: { state: 'failed', tries: 1 } }, 'failed'],
    ['a write beside a rejected check-in', { item: queued, checkIn: rejected }, 'sending'],
    ['a write that has left', { isSubmitted: true, hasPhoto: true }, 'sending'],
    ['a check-in', { checkIn: pending }, 'done'],
    ['a check-in that was just sent', { checkIn: pending, isSubmitted: true, hasPhoto: true }, 'done'],
    ['a check-in of a window that is closed since', { checkIn: { status: 'verified' }, hasWindow: false }, 'done'],
    ['a rejected one', { checkIn: rejected }, 'rejected'],
    ['a rejected one after its photo was sent', { checkIn: rejected, isSubmitted: true }, 'sending'],
    ['a rejected one to replace', { checkIn: rejected, isReplacing: true }, 'camera'],
    ['its new photo', { checkIn: rejected, isReplacing: true, hasPhoto: true }, 'preview'],
  ])('with %s', (_, facts, stage) => {
    expect(stageOf({ ...FACTS, ...facts })).toBe(stage);
  });
});

describe('sideOf', () => {
  const window = { opens_at: '2026-11-29T22:00:00Z', closes_at: '2026-11-30T00:00:00Z' };

  test.each([
    ['2026-11-29T21:59:59Z', 'before'],
    ['2026-11-29T22:00:00Z', 'inside'],
    ['2026-11-29T23:59:59Z', 'inside'],
    ['2026-11-30T00:00:00Z', 'after'],
  ])('%s is %s', (moment, place) => {
    expect(sideOf(new Date(moment), window)).toBe(place);
  });

  test('is none without a window', () => {
    expect(sideOf(new Date(0), null)).toBe('none');
  });
});

test.each([
  ['2026-11-29T18:51:00Z', '2026-11-29T18:51:00Z', 'taken'],
  ['2026-11-29T18:51:00Z', '2026-11-30T06:51:00Z', 'taken'],
  ['2026-11-29T18:51:00Z', '2026-11-30T06:51:01Z', 'arrival'],
] as const)('a photo of %s that waits at %s counts for its %s', (takenAt, now, counts) => {
  expect(waitingCounts(new Date(takenAt), new Date(now))).toBe(counts);
});

test.each([
  ['taken', '2026-11-29T18:51:00Z', '2026-11-29T18:51:00Z', 'taken'],
  ['arrival', '2026-11-29T18:51:30Z', '2026-11-29T18:51:00Z', null],
  ['arrival', '2026-11-30T08:10:00Z', '2026-11-29T18:51:00Z', 'arrival'],
  ['arrival', '2026-11-30T08:10:00Z', null, null],
] as const)('%s at %s of a photo of %s is said as %s', (countsFor, countedAt, takenAt, words) => {
  expect(countedWords({ countsFor, countedAt }, takenAt)).toBe(words);
});

test('the newer state of a check-in counts', () => {
  expect(newerOf({ of: 'today', at: 1 }, { of: 'sent', at: 2 })).toBe('sent');
  expect(newerOf({ of: 'today', at: 3 }, { of: 'sent', at: 2 })).toBe('today');
  expect(newerOf({ of: 'today', at: 2 }, { of: 'sent', at: 2 })).toBe('today');
  expect(newerOf({ of: null, at: 2 }, { of: 'sent', at: 2 })).toBe('sent');
  expect(newerOf({ of: null, at: 2 }, { of: null, at: 0 })).toBeNull();
  expect(newerOf({ of: 'today', at: 1 }, { of: null, at: 0 })).toBe('today');
});

test.each([
  [0, 0.1],
  [3_250_586, 3.1],
  [10 * 1024 * 1024, 10],
])('%i bytes are %d MB', (bytes, size) => {
  expect(megabytes(bytes)).toBe(size);
});
