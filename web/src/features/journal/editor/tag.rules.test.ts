import { describe, expect, test } from 'vitest';
import { MAX_TAG_LENGTH, MAX_TAGS, splitTags, suggestTags, withTags } from './tag.rules.ts';

describe('splitTags', () => {
  test.each([
    ['running', ['running']],
    [' #running , weir,, ', ['running', 'weir']],
    ['  ', []],
    ['走る、堰，雨،مطر', ['走る', '堰', '雨', 'مطر']],
  ])('%j', (text, tags) => {
    expect(splitTags(text)).toEqual(tags);
  });
});

test('withTags adds each tag once', () => {
  expect(withTags(['Weir'], ['weir', 'run', 'run'])).toEqual({ tags: ['Weir', 'run'], rest: '' });
});

test('withTags compares as the server does', () => {
  const given = ['STRASSE', 'cafe\u0301', ' Οδος ', 'cafe'];
  expect(withTags(['Straße', 'Café', 'ΟΔΟΣ'], given).tags).toEqual(['Straße', 'Café', 'ΟΔΟΣ', 'cafe']);
});

test('withTags leaves what is too long or too many to the field', () => {
  const long = 'a'.repeat(MAX_TAG_LENGTH + 1);
  expect(withTags([], [long, 'run'])).toEqual({ tags: ['run'], rest: long });
  const full = Array.from({ length: MAX_TAGS }, (_, index) => `tag ${index}`);
  expect(withTags(full, ['one', 'more'])).toEqual({ tags: full, rest: 'one, more' });
});

test('suggestTags offers what begins like the text before what contains it', () => {
  const known = ['rain', 'train', 'river', 'ravine'];
  expect(suggestTags(known, ['river'], 'ra')).toEqual(['rain', 'ravine', 'train']);
  expect(suggestTags(known, [], 'rain')).toEqual(['train']);
  expect(suggestTags(known, [], '')).toEqual(known);
  expect(suggestTags(['Straße', 'Über'], ['u\u0308BER'], 'STRASS')).toEqual(['Straße']);
});
