import { describe, expect, test } from 'vitest';
import { distinctTags, tagKey } from './tag.ts';

describe('tagKey', () => {
  test.each([
    ['Rain', 'rain'],
    [' rain\u00a0', 'rain'],
    ['cafe\u0301', 'café'],
    ['CAFÉ', 'café'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['Straẞe', 'strasse'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['ﬁne', 'fine'],
    ['ſun', 'sun'],
    ['İ', 'i\u0307'],
    ['ı', 'ı'],
    ['Ꭰ', 'Ꭰ'],
    ['ꭰ', 'Ꭰ'],
    ['ОЛЯ', 'оля'],
    ['\u3000', ''],
    ['图', '图'],
  ])('of %j is %j', (tag, key) => {
    expect(tagKey(tag)).toBe(key);
    expect(tagKey(key)).toBe(key);
  });
});

test('distinctTags keeps the first of each form, trimmed', () => {
  expect(distinctTags([' Rain', 'rain', '', '  ', 'Sun', 'RAIN ', 'sun'])).toEqual(['Rain', 'Sun']);
});
