import { expect, test } from 'vitest';
import { momentsIn, textOfDayOne } from './day-one.rules.ts';

test.each([
  ['A day\\.\n\n![](dayone-moment://AAAA)\n\n![](dayone-moment:/video/BBBB)\n\nEnd\\!', 'A day.\n\nEnd!'],
  ['Kept \\n and [a](https://example.org)', 'Kept \\n and [a](https://example.org)'],
  ['\\- not a list', '- not a list'],
])('the text of %j', (text, expected) => {
  expect(textOfDayOne(text)).toBe(expected);
});

test('finds photos in their order', () => {
  expect(momentsIn('![](dayone-moment://bb) ![](dayone-moment:/video/cc) ![](dayone-moment://AA)')).toEqual([
    'BB',
    'AA',
  ]);
});
