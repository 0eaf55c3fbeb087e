import { expect, test } from 'vitest';
import { moodsByMonth } from './stats.rules.ts';

test.each([
  ['no moods', [], []],
  [
    'one date',
    [
      { day: '2026-03-01', mood: 'calm', entries: 2 },
      { day: '2026-03-01', mood: 'sad', entries: 1 },
    ],
    [{ month: '2026-03', moods: { calm: 2, sad: 1 } }],
  ],
  [
    'two months, in any order',
    [
      { day: '2026-03-01', mood: 'calm', entries: 1 },
      { day: '2026-02-28', mood: 'calm', entries: 1 },
      { day: '2026-03-31', mood: 'calm', entries: 3 },
    ],
    [
      { month: '2026-02', moods: { calm: 1 } },
      { month: '2026-03', moods: { calm: 4 } },
    ],
  ],
  [
    'a mood with the name of a built-in property',
    [{ day: '2026-03-01', mood: 'constructor', entries: 1 }],
    [{ month: '2026-03', moods: { constructor: 1 } }],
  ],
])('moodsByMonth sums up %s', (_what, counts, expected) => {
  expect(moodsByMonth(counts)).toEqual(expected);
});
