import { describe, expect, test } from 'vitest';
import { anniversariesOf, type MoodCount, moodsByDay } from './calendar.rules.ts';

describe('the anniversaries of a day', () => {
  test.each([
    ['2026-11-21', ['11-21']],
    ['2026-02-28', ['02-28', '02-29']],
    ['2024-02-28', ['02-28']],
    ['2024-02-29', ['02-29']],
    ['1900-02-28', ['02-28', '02-29']],
    ['2000-02-28', ['02-28']],
    ['2026-03-01', ['03-01']],
    ['2026-12-31', ['12-31']],
  ])('of %s are %j', (day, expected) => {
    expect(anniversariesOf(day)).toEqual(expected);
  });
});

describe('the moods of a day', () => {
  const count = (day: string, mood: string, entries: number, hour: number): MoodCount => ({
    day,
    mood,
    entries,
    latest: new Date(Date.UTC(2026, 0, 1, hour)),
  });

  test('are empty without entries', () => {
    expect(moodsByDay([])).toEqual([]);
  });

  test('start with the most frequent one, however old', () => {
    expect(moodsByDay([count('2026-01-01', 'calm', 1, 20), count('2026-01-01', 'sad', 2, 8)])).toEqual([
      { date: '2026-01-01', mood: 'sad', moods: { sad: 2, calm: 1 } },
    ]);
  });

  test('start with the latest of equally frequent ones', () => {
    const counts = [
      count('2026-01-01', 'calm', 2, 8),
      count('2026-01-01', 'joyful', 2, 20),
      count('2026-01-01', 'sad', 2, 12),
    ];
    expect(moodsByDay(counts)[0]?.mood).toBe('joyful');
    expect(moodsByDay(counts.toReversed())[0]?.mood).toBe('joyful');
  });

  test('are sorted by day', () => {
    const counts = [count('2026-01-10', 'a', 1, 1), count('2025-12-31', 'b', 1, 1), count('2026-01-09', 'c', 1, 1)];
    expect(moodsByDay(counts).map(({ date }) => date)).toEqual(['2025-12-31', '2026-01-09', '2026-01-10']);
  });

  test('may have any name', () => {
    const [day] = moodsByDay([count('2026-01-01', '__proto__', 1, 1), count('2026-01-01', 'constructor', 1, 0)]);
    expect(Object.entries(day?.moods ?? {})).toEqual([
      ['__proto__', 1],
      ['constructor', 1],
    ]);
  });
});
