import { describe, expect, test } from 'vitest';
import type { LinkedEntry, Play } from './api/queries.ts';
import { daysOfMusic, entryOfPlay } from './plays.rules.ts';

const play = (id: string, played_at: string, track_id = 'track') => ({ id, played_at, track_id }) as Play;
const entry = (id: string, entry_date: string, music_track_id: string | null = null) =>
  ({ id, entry_date, music_track_id }) as LinkedEntry;

test('daysOfMusic groups plays by day and adds the entries of each', () => {
  const plays = [
    play('c', '2026-11-22T09:00:00Z'),
    play('b', '2026-11-21T20:00:00Z'),
    play('a', '2026-11-21T08:00:00Z'),
  ];
  const entries = [entry('e', '2026-11-21'), entry('f', '2026-11-19')];
  expect(daysOfMusic(plays, entries, { name: 'UTC', changes: [] })).toMatchObject([
    { date: '2026-11-22', plays: [{ id: 'c' }], entries: [] },
    { date: '2026-11-21', plays: [{ id: 'b' }, { id: 'a' }], entries: [{ id: 'e' }] },
  ]);
});

describe('entryOfPlay', () => {
  const plays = [
    play('b', '2026-11-22T20:00:00Z'),
    play('a', '2026-11-22T08:00:00Z'),
    play('o', '2026-11-22T07:00:00Z', 'other'),
  ];
  const day = { date: '2026-11-22', plays, entries: [entry('e', '2026-11-22', 'track')] };

  test('is the entry with the track, at its newest play', () => {
    expect(plays.map((one) => entryOfPlay(day, one)?.id)).toEqual(['e', undefined, undefined]);
  });
});
