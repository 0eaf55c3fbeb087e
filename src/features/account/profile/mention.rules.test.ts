import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectLinear } from '#test/growth.ts';
import { mentionsIn, replaceMentionsWithNames } from './mention.rules.ts';

const ADA = '0a0a0a0a-1111-4222-8333-444444444444';
const BEN = 'be9be9be-1111-4222-8333-444444444444';

const MALFORMED = [
  { what: 'openings without an end', textOf: (size: number) => '@['.repeat(size / 2) },
  { what: 'names without an id', textOf: (size: number) => '@[n]('.repeat(size / 5) },
  { what: 'one endless name', textOf: (size: number) => `@[${'n'.repeat(size)}` },
];

describe('mentionsIn', () => {
  test.each([
    { text: '', names: [], because: 'an empty text has no mentions' },
    { text: 'ada@example.org wrote to @Ada', names: [], because: 'an at sign alone is no mention' },
    { text: `@[Ada](${ADA})`, names: ['Ada'], because: 'this is how a mention is written' },
    { text: `hello@[Ada](${ADA})!`, names: ['Ada'], because: 'no space is needed around it' },
    { text: `@[Ada](${ADA})@[Ben](${BEN})`, names: ['Ada', 'Ben'], because: 'two may touch' },
    { text: `@[Ben](${BEN}) and @[Ada](${ADA})`, names: ['Ben', 'Ada'], because: 'the order is that of the text' },
    { text: `@[Ada](${ADA}) @[Ben](${BEN}) @[Ada](${ADA})`, names: ['Ada', 'Ben'], because: 'each counts once' },
    { text: `@[Ada](${ADA}) @[Countess](${ADA})`, names: ['Ada'], because: 'the first name of a person stays' },
    { text: `@[Ada](${ADA}) @[Ada](${ADA.toUpperCase()})`, names: ['Ada'], because: 'case is ignored' },
    { text: `@[Åsa 🌻 (she)](${ADA})`, names: ['Åsa 🌻 (she)'], because: 'a name is any text' },
    { text: `@[[Ada](${ADA})`, names: ['[Ada'], because: 'an opening bracket may be part of a name' },
    { text: `@[${'n'.repeat(200)}](${ADA})`, names: ['n'.repeat(200)], because: '200 is the longest name' },
    { text: `@[${'n'.repeat(201)}](${ADA})`, names: [], because: '201 is too long for a name' },
    { text: `@[](${ADA})`, names: [], because: 'a mention has a name' },
    { text: `@[A\nda](${ADA})`, names: [], because: 'a name stays on its line' },
    { text: `@[Ada] (${ADA})`, names: [], because: 'nothing stands between name and id' },
    { text: '@[Ada](ada)', names: [], because: 'the id is a UUID' },
    { text: `@[Ada](${ADA}0)`, names: [], because: 'a UUID has no further digit' },
    { text: `@[Ada](${ADA}`, names: [], because: 'the bracket closes' },
    { text: `[Ada](${ADA})`, names: [], because: 'a link is no mention' },
  ])('$names in $text: $because', ({ text, names }) => {
    expect(mentionsIn(text).map(({ name }) => name)).toEqual(names);
  });

  test('a mention carries the id in lower case, and the name as it is written', () => {
    expect(mentionsIn(`@[ADA](${ADA.toUpperCase()})`)).toEqual([{ user_id: ADA, name: 'ADA' }]);
  });

  test('whatever stands between mentions, all of them are found, each once', () => {
    const prose = fc.string().map((text) => text.replace(/[@[\]()]/g, ''));
    fc.assert(
      fc.property(fc.array(fc.tuple(prose, fc.uuid(), prose), { maxLength: 20 }), (parts) => {
        const text = parts.map(([before, id, after]) => `${before}@[Name](${id})${after}`).join('');
        expect(mentionsIn(text).map(({ user_id }) => user_id)).toEqual([...new Set(parts.map(([, id]) => id))]);
      }),
    );
  });

  test.each(MALFORMED)('parses $what in time that grows as the text does', async ({ textOf }) => {
    await expectLinear(50_000, (size) => mentionsIn(textOf(size)));
  });
});

describe('a text with names alone', () => {
  test.each([
    ['Tea with no one.', 'Tea with no one.'],
    [`Tea with @[Ada](${ADA}), and @[Ben](${BEN.toUpperCase()}).`, 'Tea with Ada, and Ben.'],
    [`@[Ada](${ADA})@[Ada](${ADA})`, 'AdaAda'],
    [`@[$1 $& Ada](${ADA})`, '$1 $& Ada'],
    ['@[Ada](ada) and [Ada](https://example.org)', '@[Ada](ada) and [Ada](https://example.org)'],
  ])('%s', (text, expected) => {
    expect(replaceMentionsWithNames(text)).toBe(expected);
  });

  test('holds no part of an id, wherever a longer text was cut off', () => {
    const text = `Tea with @[Ben](${BEN})`;
    for (let length = text.indexOf('(') + 1; length <= text.length; length += 1) {
      expect(replaceMentionsWithNames(text.slice(0, length))).toBe('Tea with Ben');
    }
  });

  test.each(MALFORMED)('is made of $what in time that grows as the text does', async ({ textOf }) => {
    await expectLinear(50_000, (size) => replaceMentionsWithNames(textOf(size)));
  });
});
