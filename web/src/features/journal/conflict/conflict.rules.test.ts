import { expect, test } from 'vitest';
import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';
import { bothOf, comparedParagraphs, mineOf, type Version } from './conflict.rules.ts';

const theirs: Version = { title: 'Fog', content: 'Grey.\n\nThen sun.', mood: 'calm', tags: ['walk'], photo_ids: ['a'] };

const change = (body: object, queuedAt = 1): OutboxItem => ({
  key: `key-${queuedAt}`,
  method: 'PATCH',
  path: '/api/journal/1',
  body,
  version: 1,
  record: '1',
  state: 'conflict',
  reason: null,
  tries: 1,
  queuedAt,
});

test('mine is what the server has, with all that waits in its order', () => {
  const items = [change({ content: 'Newest.' }, 2), change({ content: 'Newer.', mood: null })];
  expect(mineOf(theirs, items)).toEqual({ ...theirs, content: 'Newest.', mood: null });
});

test('both texts follow each other, with the tags and photos of both', () => {
  const mine = { ...theirs, content: 'Rain.', tags: ['run', 'Walk'], photo_ids: ['b'] };
  expect(bothOf(theirs, mine)).toEqual({
    ...mine,
    content: 'Grey.\n\nThen sun.\n\n---\n\nRain.',
    tags: ['walk', 'run'],
    photo_ids: ['a', 'b'],
  });
  expect(bothOf(theirs, theirs).content).toBe(theirs.content);
});

test('paragraphs that the other text lacks are marked', () => {
  expect(comparedParagraphs('Grey.\n\nRain.', theirs.content)).toEqual([
    { text: 'Grey.', isOnlyHere: false },
    { text: 'Rain.', isOnlyHere: true },
  ]);
  expect(comparedParagraphs('', 'Grey.')).toEqual([]);
});
