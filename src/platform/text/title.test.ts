import { describe, expect, test } from 'vitest';
import { afterTitle, titleOfText } from './title.ts';

const ID = '0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90';

test.each([
  ['Quiet morning.\nThen rain.', 'Quiet morning.'],
  ['\n  ## **Fog** and _sun_', 'Fog and sun'],
  ['- [ ] buy milk', 'buy milk'],
  ['2021. What a year.', '2021. What a year.'],
  ['-5 degrees today', '-5 degrees today'],
  ['my_file_name and 5 * 3', 'my_file_name and 5 * 3'],
  [`With @[Jonas Weber](${ID})`, 'With Jonas Weber'],
  [`${'word '.repeat(20)}`, `${'word '.repeat(12).trim()} …`],
  ['a'.repeat(61), `${'a'.repeat(60)} …`],
  ['🌼'.repeat(31), `${'🌼'.repeat(30)} …`],
  ['', ''],
])('the title of %j is %j', (text, title) => {
  expect(titleOfText(text)).toBe(title);
});

describe('An excerpt', () => {
  test.each([
    ['Quiet morning.', 'Quiet morning.', ''],
    ['Quiet morning. Then rain.', 'Quiet morning.', 'Then rain.'],
    ['One two three four', 'One two …', '… three four'],
    ['One two', 'One two …', ''],
    ['Runner of the year', 'Run', 'Runner of the year'],
    ['Another text', 'A title', 'Another text'],
    ['', 'A title', ''],
  ])('%j below the title %j is %j', (excerpt, title, shown) => {
    expect(afterTitle(excerpt, title)).toBe(shown);
  });
});
