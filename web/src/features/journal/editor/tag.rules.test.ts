import { describe, expect, test } from 'vitest';
import { splitTags, suggestTags, withTags } from './tag.rules.ts';

describe('splitTags', () => {
  test.each([
    ['running', ['running']],
    [' #running , weir,, ', ['running', 'weir']],
    ['  ', []],
  ])('%j', (text, tags) => {
    expect(splitTags(text)).toEqual(tags);
  });
});

test('withTags adds each tag once, up to the limit', () => {
  expect(withTags(['Weir'], ['weir', 'run', 'run', 'sun'], 2)).toEqual(['Weir', 'run']);
});

test('suggestTags offers what begins like the text before what contains it', () => {
  const known = ['rain', 'train', 'river', 'ravine'];
  expect(suggestTags(known, ['river'], 'ra')).toEqual(['rain', 'ravine', 'train']);
  expect(suggestTags(known, [], 'rain')).toEqual(['train']);
  expect(suggestTags(known, [], '')).toEqual(known);
});
