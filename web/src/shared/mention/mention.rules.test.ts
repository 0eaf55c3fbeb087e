import { describe, expect, test } from 'vitest';
import { mentionBefore, toContent, toWriting } from './mention.rules.ts';

const JONAS = '0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90';
const OTHER = '0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e91';

describe('mentionBefore', () => {
  test.each([
    ['@', { start: 0, query: '' }],
    ['with @jo', { start: 5, query: 'jo' }],
    ['with @Jonas We', { start: 5, query: 'Jonas We' }],
    ['(@Zoë', { start: 1, query: 'Zoë' }],
    ['ada@meadow', null],
    ['with @Jonas Weber we', null],
    ['nothing', null],
  ])('%j names %o', (text, mention) => {
    expect(mentionBefore(text, text.length)).toEqual(mention);
  });
});

describe('toWriting and toContent', () => {
  const stored = `Met @[Jonas Weber](${JONAS}) and @[Jo](${OTHER}).`;

  test('a text is written with names and stored with ids', () => {
    const { text, mentions } = toWriting(stored);
    expect(text).toBe('Met @Jonas Weber and @Jo.');
    expect(toContent(text, mentions)).toBe(stored);
  });

  test('a second user of the same name keeps the id in the text', () => {
    const both = `@[Jo](${JONAS}) and @[Jo](${OTHER})`;
    const { text, mentions } = toWriting(both);
    expect(text).toBe(`@Jo and @[Jo](${OTHER})`);
    expect(toContent(text, mentions)).toBe(both);
  });

  test('a longer word is no mention, and names with signs are no pattern', () => {
    expect(
      toContent(
        '@Joanna, @J.o (x)',
        new Map([
          ['Jo', JONAS],
          ['J.o (x)', OTHER],
        ]),
      ),
    ).toBe(`@Joanna, @[J.o (x)](${OTHER})`);
  });
});
