import { expect, test } from 'vitest';
import { momentOf } from './journals.ts';
import { PEOPLE } from './people.ts';
import { STORIES } from './texts.ts';

test.each([
  ['in the afternoon', '2026-11-28T15:00:00Z', 0, 'Europe/Berlin', '2026-11-28T06:20:00.000Z'],
  ['just then', '2026-11-28T06:20:00Z', 0, 'Europe/Berlin', '2026-11-28T06:20:00.000Z'],
  ['before it is morning', '2026-11-28T06:19:59Z', 0, 'Europe/Berlin', '2026-11-27T06:20:00.000Z'],
  ['on another date than in UTC', '2026-11-28T23:00:00Z', 0, 'Asia/Tokyo', '2026-11-28T22:20:00.000Z'],
  ['of four days ago', '2026-11-28T15:00:00Z', 4, 'America/New_York', '2026-11-24T12:20:00.000Z'],
])('a quiet morning is written in the morning of its user: %s', (_when, now, daysAgo, timezone, moment) => {
  const text = STORIES.Ada?.entries.find(({ title }) => title === 'Quiet morning');
  const [ada] = PEOPLE;
  if (text === undefined || ada === undefined) throw new Error('The sample is missing.');
  const runner = { ...ada, city: { ...ada.city, timezone } };
  expect(momentOf(new Date(now), runner, { text, daysAgo }).toISOString()).toBe(moment);
});
