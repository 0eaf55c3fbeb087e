import { describe, expect, test } from 'vitest';
import { excerptOf, MAX_EXCERPT_LENGTH } from './excerpt.rules.ts';

describe('An excerpt', () => {
  test.each([
    ['', ''],
    ['   \n\n ', ''],
    ['It rained.', 'It rained.'],
    ['  It\n\nrained. ', 'It rained.'],
    ['a'.repeat(MAX_EXCERPT_LENGTH), 'a'.repeat(MAX_EXCERPT_LENGTH)],
    ['a'.repeat(MAX_EXCERPT_LENGTH + 1), `${'a'.repeat(MAX_EXCERPT_LENGTH)}…`],
  ])('of %j is %j', (content, excerpt) => {
    expect(excerptOf(content)).toBe(excerpt);
  });

  test.each([
    ['Grey, then **sun** and *wind*.', 'Grey, then sun and wind.'],
    ['# Morning\n\n> Run\n\n- [ ] milk\n- [x] bread\n1. one', 'Morning Run milk bread 1. one'],
    ['See [the weir](https://example.org/a_b) and ![a heron](heron.jpg).', 'See the weir and a heron.'],
    ['Before\n\n---\n\n```js\nconst a = 1;\n```', 'Before const a = 1;'],
    [
      '`npm start` in snake_case_name, 2 * 3 * 4, 5 > 4 and #running',
      'npm start in snake_case_name, 2 * 3 * 4, 5 > 4 and #running',
    ],
    ['A ~~late~~ \\*real\\* start \\- no item', 'A late *real* start - no item'],
    ['- one', 'one'],
    ['2021. What a year.\n30. birthday', '2021. What a year. 30. birthday'],
    ['> 3. from 7\n4. [x] done', '3. from 7 4. done'],
    ['```npm start``` and then', 'npm start and then'],
    ['Buy\n+ two\n12) three', 'Buy two 12) three'],
    ['before\n---\nafter - 3 + 4. ', 'before after - 3 + 4.'],
    ['***both*** and __bold__, **open', 'both and bold, **open'],
  ])('of the Markdown %j is %j', (content, excerpt) => {
    expect(excerptOf(content)).toBe(excerpt);
  });

  test.each(['*', '_', '[', '`', '#', '> ', '- ', '**a', '[a](', '\\'])('of many %j takes no long time', (mark) => {
    expect(excerptOf(mark.repeat(2_000)).length).toBeLessThanOrEqual(MAX_EXCERPT_LENGTH + 1);
  });

  test('ends with a whole word', () => {
    const excerpt = excerptOf('four '.repeat(100));
    expect(excerpt).toMatch(/four…$/);
    expect(excerpt.length).toBeLessThanOrEqual(MAX_EXCERPT_LENGTH + 1);
  });

  test('keeps a word that ends at the maximum length', () => {
    expect(excerptOf(`${'a'.repeat(MAX_EXCERPT_LENGTH)} b`)).toBe(`${'a'.repeat(MAX_EXCERPT_LENGTH)}…`);
  });

  test('does not cut a character in two', () => {
    expect(excerptOf('🌼'.repeat(200))).toMatch(/^🌼+…$/u);
  });
});
