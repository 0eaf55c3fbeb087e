import { expect, test } from 'vitest';
import type { NotesResponse } from './analysis.schema.ts';
import { findingsIn, plainText, shareOf } from './findings.rules.ts';

const RESPONSE: NotesResponse = {
  summary: 'A good week.',
  mood_trends: { sentiment: 'positive', direction: 'improving', moods: [{ mood: 'joyful', share: 0.5 }] },
  topics: ['work'],
  patterns: ['You write at night.'],
  recommendations: ['Rest.'],
  insights: { gratitude: ['Friends'], challenges: [], goals: ['A run'], achievements: [] },
};

const moodsOf = (moods: NotesResponse['mood_trends']['moods']) =>
  findingsIn({ ...RESPONSE, mood_trends: { ...RESPONSE.mood_trends, moods } })?.mood_trends.moods;

test('keeps findings within the limits', () => {
  expect(findingsIn(RESPONSE)).toEqual(RESPONSE);
});

test.each(['', '   ', '\u0000', '\n\t'])('returns null for the summary %j', (summary) => {
  expect(findingsIn({ ...RESPONSE, summary })).toBeNull();
});

test.each<[string, number, string]>([
  ['  a \n b\t', 10, 'a b'],
  ['a\u0000\u0007b', 10, 'a b'],
  ['abcdef', 3, 'abc'],
  ['ab cd', 3, 'ab'],
  ['🌱🌱🌱', 2, '🌱🌱'],
  ['a\ud800b', 10, 'a\ufffdb'],
])('plainText of %j with %d characters is %j', (text, length, expected) => {
  expect(plainText(text, length)).toBe(expected);
});

test('keeps known moods, each once, at most five, strongest first', () => {
  expect(
    moodsOf([
      { mood: 'calm', share: 0.1 },
      { mood: ' Sad ', share: 0.4 },
      { mood: 'sad', share: 0.9 },
      { mood: '<script>', share: 1 },
      { mood: 'angry', share: Number.NaN },
      { mood: 'tired', share: 0.3 },
      { mood: 'worried', share: 0.2 },
      { mood: 'hopeful', share: 0.25 },
      { mood: 'joyful', share: 0.05 },
    ]),
  ).toEqual([
    { mood: 'sad', share: 0.4 },
    { mood: 'tired', share: 0.3 },
    { mood: 'hopeful', share: 0.25 },
    { mood: 'worried', share: 0.2 },
    { mood: 'calm', share: 0.1 },
  ]);
});

test.each([
  [-1, 0],
  [0, 0],
  [0.333333, 0.33],
  [1, 1],
  [5, 1],
])('shareOf of %d is %d', (share, expected) => {
  expect(shareOf(share)).toBe(expected);
});

test('keeps at most eight texts of a list, each once, none empty', () => {
  const topics = ['', 'work', 'work ', ...Array.from({ length: 200 }, (_, index) => `topic ${index}`)];
  const found = findingsIn({ ...RESPONSE, topics, patterns: ['p'.repeat(1_000)] });
  expect(found?.topics).toEqual(['work', ...Array.from({ length: 7 }, (_, index) => `topic ${index}`)]);
  expect(found?.patterns).toEqual(['p'.repeat(200)]);
});
