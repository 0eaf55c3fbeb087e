import { expect, test } from 'vitest';
import { moodOfDaylio, moodOfJourney, predefinedMoodOfDaylio } from './mood.rules.ts';

test.each([
  ['rad', 'joyful'],
  [' Awful ', 'sad'],
  ['meh+', 'meh+'],
])('Daylio calls %j what is %j here', (name, mood) => {
  expect(moodOfDaylio(name)).toBe(mood);
});

test.each([
  [0, null],
  [1, 'rad'],
  [5, 'awful'],
  [-1, null],
])('mood %i of Daylio is %j', (number, name) => {
  expect(predefinedMoodOfDaylio(number)).toBe(name);
});

test.each([
  [0, null],
  [0.25, 'sad'],
  [0.5, 'disappointed'],
  [1, 'neutral'],
  [1.25, 'content'],
  [1.75, 'joyful'],
  [2, 'joyful'],
  [2.1, null],
])('a sentiment of %d of Journey is %j', (sentiment, mood) => {
  expect(moodOfJourney(sentiment)).toBe(mood);
});
