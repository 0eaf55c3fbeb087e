import { describe, expect, test } from 'vitest';
import { expiryOf, isExpiring, sealContextOf } from '../account/token.rules.ts';
import { linkedSince, nextSeenAt, plausiblePlays, tracksOf } from './sync.rules.ts';

const NOW = new Date('2026-01-02T12:00:00.000Z');
const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const play = (playedAt: Date, id = 'one') => ({ track: { id }, playedAt });
const DAY = 24 * 60 * 60 * 1000;

describe('Plays that can have happened', () => {
  test.each([
    ['now', NOW, true],
    ['a day ahead, by another clock', at(DAY), true],
    ['more than a day ahead', at(DAY + 1), false],
    ['in the first moment of 2000', new Date(Date.UTC(2000, 0)), true],
    ['before', new Date(Date.UTC(2000, 0) - 1), false],
    ['never', new Date(Number.NaN), false],
  ])('%s', (_what, playedAt, isPossible) => {
    expect(plausiblePlays([play(playedAt)], NOW)).toHaveLength(isPossible ? 1 : 0);
  });

  test('are merged if instant and track are the same', () => {
    const received = [play(NOW), play(NOW), play(at(-1)), play(NOW, 'two')];
    expect(plausiblePlays(received, NOW)).toHaveLength(3);
  });

  test('contain each track once', () => {
    expect(tracksOf([play(NOW), play(at(1)), play(NOW, 'two')])).toEqual([{ id: 'one' }, { id: 'two' }]);
  });
});

describe('The next sync asks', () => {
  test.each([
    ['from the latest play on', at(-10), [at(-5), at(-1), at(-3)], at(-1)],
    ['from where it was, with nothing new', at(-10), [], at(-10)],
    ['never further back', at(-10), [at(-20)], at(-10)],
    ['never from the future on', at(-10), [at(1_000)], NOW],
    ['from the first play on', null, [at(-5)], at(-5)],
    ['for everything, while nothing was played', null, [], null],
  ])('%s', (_what, before, times, next) => {
    expect(
      nextSeenAt(
        before,
        times.map((time) => play(time)),
        NOW,
      ),
    ).toEqual(next);
  });
});

test('entries are linked for 24 hours', () => {
  expect(linkedSince(NOW)).toEqual(at(-DAY));
});

describe('A token', () => {
  test.each([
    [60_001, false],
    [60_000, true],
    [0, true],
    [-1, true],
  ])('that expires in %i ms is refreshed first: %j', (left, isRenewed) => {
    expect(isExpiring(at(left), NOW)).toBe(isRenewed);
  });

  test('ends at the documented time', () => {
    expect(expiryOf({ expiresInSeconds: 3_600 }, NOW)).toEqual(at(3_600_000));
  });

  test('has its own seal context', () => {
    const places = ['ada', 'ben'].flatMap((userId) => [
      sealContextOf(userId, 'access'),
      sealContextOf(userId, 'refresh'),
    ]);
    expect(new Set(places).size).toBe(4);
  });
});
