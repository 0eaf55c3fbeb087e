import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { describe, expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';
import markdown from './messages/en.json' with { type: 'json' };

const PROVIDED = { locale: 'en', messages: { markdown } as never, timeZone: 'UTC' } as const;
const ID = '0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90';

function htmlOf(text: string): string {
  const shown = createElement(Markdown, {
    text,
    onMention: (userId, name) => createElement('b', { key: userId }, name),
  });
  const html = renderToStaticMarkup(createElement(IntlProvider, PROVIDED as never, shown));
  return html.replace(/<div[^>]*>([\s\S]*)<\/div>/, '$1');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const decode = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '');

/** What a person sees, numbers of lists and tips of links included. */
function shownText(text: string): string {
  const html = htmlOf(text)
    .replace(/<li[^>]*style="list-style-type:([^"]*)"[^>]*>/g, (_, marker: string) => ` ${JSON.parse(decode(marker))}`)
    .replace(/<li[^>]*value="(\d+)"[^>]*>/g, ' $1. ')
    .replace(/<a[^>]* title="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, '$2 $1')
    .replace(/<a[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, '$2 $1');
  return decode(html.replace(/<span[^>]*aria-label="([^"]*)"[^>]*>/g, ' $1 ').replace(/<[^>]+>/g, ' '));
}

const seen = (text: string) => shownText(text).replace(/\s+/g, ' ').trim();

describe('The numbers of a list', () => {
  test.each([
    ['2021. What a year.', '2021. What a year.'],
    ['30. birthday party', '30. birthday party'],
    ['1. Mix\n\n```\ncode\n```\n\n2. Bake', '1. Mix code 2. Bake'],
    ['2021. good\n2019. better', '2021. good 2019. better'],
    ['1. a\n1. b\n1. c', '1. a 2. b 3. c'],
    ['0. a\n0. b', '0. a 1. b'],
    ['1) a\n2) b', '1) a 2) b'],
    ['01. January\n02. February', '01. January 02. February'],
    ['3. a\n\n   more\n4. b', '3. a more 4. b'],
    ['- a\n  7. b', 'a 7. b'],
    ['2021.', '2021.'],
  ])('%j', (text, shown) => {
    expect(seen(text)).toBe(shown);
  });

  test('are those of the element as well, so that a copy has them', () => {
    expect(htmlOf('2021. What a year.')).toMatch(/<ol[^>]*start="2021"/);
  });
});

describe('Nothing is left out', () => {
  test.each([
    ['- [ ] buy milk\n- [x] bread', 'To do: buy milk Done: bread'],
    ['1. [ ] first', '1. To do: first'],
    ['[ ] no item', '[ ] no item'],
    ['[Mum]: yes', '[Mum]: yes'],
    ['[Mum]: yes "she said"', '[Mum]: yes "she said"'],
    ['| a | b |\n|---|---|\n| 1 | 2 | 3 \\| 4 | 5 |', 'a b 1 2 | 3 | 4 | 5'],
    ['> | a | b |\n> |---|---|\n> | 1 |\n> | 1 | 2 | 3 |', 'a b 1 1 2 | 3'],
    ['```shopping list\nmilk\n```', 'shopping list milk'],
    ['[call me](tel:+49301234)', 'call me (tel:+49301234)'],
    ['![](photo.jpg)', 'photo.jpg'],
    ['![a heron](heron.jpg "at dawn")', 'a heron (heron.jpg at dawn)'],
    ['[here](https://a.test "the weir")', 'here the weir'],
    ['https://a.test/%C3%A4', 'https://a.test/%C3%A4 https://a.test/%C3%A4'],
    [`@[Ada **L**](${ID})`, `@Ada L (${ID})`],
    ['<b>bold</b>', '<b>bold</b>'],
  ])('%j', (text, shown) => {
    expect(seen(text)).toBe(shown);
  });

  test.each(['> ', '- ', '1. ', '* > '])('of what is %j, a hundred and thousands of times', (mark) => {
    for (const times of [45, 101, 5_000]) expect(seen(`${mark.repeat(times)}deep`)).toMatch(/deep$/);
  });
});

test('a mention is its name, also in a list', () => {
  expect(seen(`- with @[Ada L](${ID}).`)).toBe('with Ada L .');
});

test('a column of a table is aligned as its line says', () => {
  const cells = [...htmlOf('| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |').matchAll(/<td([^>]*)>/g)];
  expect(cells.map(([, attributes]) => /data-align="(\w+)"/.exec(attributes ?? '')?.[1])).toEqual([
    'left',
    'center',
    'right',
    undefined,
  ]);
});

test('each block has the direction of its own text', () => {
  expect(htmlOf('اليوم\n\nToday\n\n- مساء').match(/dir="auto"/g)?.length).toBe(4);
});

const word = fc.string({ unit: fc.constantFrom(...'abcdefgäß漢שم'), minLength: 1, maxLength: 5 });
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
const number = fc.integer({ min: 0, max: 999_999_999 }).map(String);
const inline = fc.oneof(
  words,
  words.map((text) => `**${text}**`),
  words.map((text) => `*${text}*`),
  words.map((text) => `~~${text}~~`),
  words.map((text) => `\`${text}\``),
  fc.tuple(words, word, words).map(([text, path, title]) => `[${text}](https://a.test/${path} "${title}")`),
  fc.tuple(words, word).map(([text, path]) => `![${text}](${path}.jpg)`),
  fc.tuple(word, words).map(([name, text]) => `[${name}]: ${text}`),
);
const line = fc.array(inline, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
const row = fc.array(words, { minLength: 1, maxLength: 5 }).map((cells) => `| ${cells.join(' | ')} |`);
const block: fc.Arbitrary<string> = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2 },
    line,
    fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
    fc.tuple(number, fc.constantFrom('.', ')'), line).map(([start, mark, text]) => `${start}${mark} ${text}`),
    fc
      .array(fc.tuple(number, line), { minLength: 2, maxLength: 4 })
      .map((all) => all.map(([n, text]) => `${n}. ${text}`).join('\n')),
    fc
      .array(fc.tuple(fc.constantFrom('', '[ ] ', '[x] '), line), { minLength: 1, maxLength: 4 })
      .map((all) => all.map(([box, text]) => `- ${box}${text}`).join('\n')),
    fc.tuple(words, words).map(([info, code]) => `\`\`\`${info}\n${code}\n\`\`\``),
    fc.array(row, { minLength: 1, maxLength: 3 }).map((rows) => ['| q | z |', '|---|:-:|', ...rows].join('\n')),
    tie('block').map((inner) =>
      inner
        .split('\n')
        .map((text) => `> ${text}`)
        .join('\n'),
    ),
    tie('block').map((inner) => `- ${inner.split('\n').join('\n  ')}`),
  ),
})).block;

test('every word and number of a text is shown, in its order', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
      const text = blocks.join('\n\n');
      const shown = shownText(text);
      let position = 0;
      // The box of a task is a picture, and where a link leads is no part of its text.
      const plain = text.replaceAll('- [x]', '- ').replace(/\]\(https:\/\/[^\s)]*/g, '](');
      for (const [written] of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
        const found = shown.indexOf(written, position);
        if (found === -1) throw new Error(`“${written}” is not shown, or not in its place.`);
        position = found + written.length;
      }
    }),
    { numRuns: 100 },
  );
});
