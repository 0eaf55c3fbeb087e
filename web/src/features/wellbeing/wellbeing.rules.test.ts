import { describe, expect, test } from 'vitest';
import { compareByMood, type DayOfWellbeing, daysOf, levelOf, meanOf } from './wellbeing.rules.ts';

const TO = '2026-11-22';

describe('daysOf', () => {
  const records = {
    satisfaction: [
      { entry_date: TO, score: 8 },
      { entry_date: TO, score: 3 },
    ],
    sleep: [{ sleep_date: '2026-11-21', hours: 7.5, quality: 4 }],
    moods: [{ date: '2026-11-20', mood: 'calm' }],
  };

  test('returns each day up to the last, with the newest record of a kind', () => {
    expect(daysOf(records, TO, 3)).toEqual([
      { date: '2026-11-20', satisfaction: null, hours: null, quality: null, mood: 'calm' },
      { date: '2026-11-21', satisfaction: null, hours: 7.5, quality: 4, mood: null },
      { date: TO, satisfaction: 8, hours: null, quality: null, mood: null },
    ]);
  });

  test('has as many days as the range, also over the turn of a year', () => {
    expect(daysOf(records, '2027-01-15', 30)).toHaveLength(30);
  });
});

test.each([
  [[], null],
  [[null, null], null],
  [[null, 4, 8], 6],
])('meanOf(%j) is %j', (values, mean) => {
  expect(meanOf(values)).toBe(mean);
});

test.each([
  ['joyful', 4],
  ['Calm', 3],
  ['tired', 2],
  ['angry', 1],
  ['like rain', null],
  [null, null],
])('levelOf(%j) is %j', (mood, level) => {
  expect(levelOf(mood)).toBe(level);
});

describe('compareByMood', () => {
  const day = (mood: string | null, satisfaction: number | null): DayOfWellbeing => ({
    date: TO,
    hours: null,
    quality: null,
    mood,
    satisfaction,
  });

  test('compares bright days to low ones', () => {
    const days = [day('calm', 8), day('joyful', 9), day('content', 7), day('sad', 4), day('angry', 3), day('tired', 5)];
    expect(compareByMood(days)).toEqual({ bright: 8, low: 4 });
  });

  test('says nothing of fewer than three days of a kind, or days without a score or a known mood', () => {
    const days = [
      day('calm', 8),
      day('calm', 8),
      day('calm', 8),
      day('sad', 4),
      day('sad', 4),
      day('sad', null),
      day('mine', 1),
    ];
    expect(compareByMood(days)).toBeNull();
  });
});
