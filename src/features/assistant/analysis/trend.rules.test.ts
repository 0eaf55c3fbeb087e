import { expect, test } from 'vitest';
import type { Sentiment } from './analysis.schema.ts';
import { type MoodDay, trendsOver } from './trend.rules.ts';

const SPAN = { from: '2026-11-01', to: '2026-11-30' };

const dayOf = (number: number, sentiment: Sentiment, moods: MoodDay['moods']['moods'] = []): MoodDay => ({
  date: `2026-11-${String(number).padStart(2, '0')}`,
  moods: { sentiment, direction: 'steady', moods },
});

test('returns no trend without days', () => {
  expect(trendsOver(SPAN, [])).toEqual({
    ...SPAN,
    analyses: 0,
    sentiments: { positive: 0, negative: 0, neutral: 0, mixed: 0 },
    direction: null,
    moods: [],
    days: [],
  });
});

test.each<[string, Sentiment[], string | null]>([
  ['one day', ['positive'], null],
  ['two bad days', ['negative', 'negative'], 'steady'],
  ['a good day after a bad one', ['negative', 'positive'], 'improving'],
  ['a bad day after a good one', ['positive', 'negative'], 'declining'],
  ['a mixed day after a neutral one', ['neutral', 'mixed'], 'steady'],
  ['a neutral day after a bad one', ['negative', 'neutral'], 'improving'],
  ['a bad day between two good ones', ['positive', 'negative', 'positive'], 'steady'],
  ['four of eight', [...Array<Sentiment>(4).fill('negative'), ...Array<Sentiment>(4).fill('positive')], 'improving'],
  ['one that hardly counts among ten', [...Array<Sentiment>(9).fill('positive'), 'neutral'], 'steady'],
])('the direction of %s', (_case, sentiments, expected) => {
  expect(
    trendsOver(
      SPAN,
      sentiments.map((sentiment, index) => dayOf(index + 1, sentiment)),
    ).direction,
  ).toBe(expected);
});

test('averages shares of moods over all analyzed days', () => {
  const { moods, days, sentiments, analyses } = trendsOver(SPAN, [
    dayOf(1, 'negative', [{ mood: 'sad', share: 0.8 }]),
    dayOf(2, 'neutral'),
    dayOf(3, 'positive', [
      { mood: 'joyful', share: 0.6 },
      { mood: 'calm', share: 0.4 },
      { mood: 'sad', share: 0.1 },
    ]),
  ]);
  expect(moods).toEqual([
    { mood: 'sad', share: 0.3 },
    { mood: 'joyful', share: 0.2 },
    { mood: 'calm', share: 0.13 },
  ]);
  expect(days.map(({ date, mood }) => [date, mood])).toEqual([
    ['2026-11-01', 'sad'],
    ['2026-11-02', null],
    ['2026-11-03', 'joyful'],
  ]);
  expect([sentiments, analyses]).toEqual([{ positive: 1, negative: 1, neutral: 1, mixed: 0 }, 3]);
});
