import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearch } from '#platform/text/search/query.ts';
import { expectLinear } from '#test/growth.ts';
import { MAX_EXCERPT_LENGTH } from '../entry/excerpt.rules.ts';
import { snippetOf } from './snippet.rules.ts';

/** The snippet with its matches in brackets. */
function marked(text: string, search: string): string {
  const snippet = snippetOf(text, parseSearch(search));
  return snippet.matches
    .toReversed()
    .reduce(
      (line, { start, end }) => `${line.slice(0, start)}[${line.slice(start, end)}]${line.slice(end)}`,
      snippet.text,
    );
}

describe('A snippet', () => {
  test.each([
    ['The quick brown fox', 'fox', 'The quick brown [fox]'],
    ['The quick brown fox', 'FOX the', '[The] quick brown [fox]'],
    ['The quick\n\n brown fox', '"quick brown"', 'The [quick brown] fox'],
    ['The quick, brown fox', '"quick brown', 'The [quick, brown] fox'],
    ['The quick brown fox', 'quick -brown', 'The [quick] brown fox'],
    ['The quick brown fox', 'quick -"brown fox"', 'The [quick] brown fox'],
    ['now or then', 'now or then', '[now] or [then]'],
    ['By the river-bank', 'river-bank', 'By the [river-bank]'],
    ['By the river-bank', 'bank', 'By the river-[bank]'],
    ['rivers and driver', 'river', '[river]s and driver'],
    ['a _river, a river', 'river', 'a _river, a [river]'],
    ['Un café', 'CAFE', 'Un [café]'],
    ['Un cafe\u0301s', 'café', 'Un [cafe\u0301]s'],
    ['Die Straße', 'strass', 'Die [Straß]e'],
    ['今天看了中国地图，明后天', '地图 后天', '今天看了中国[地图]，明[后天]'],
    ['I don’t know', 'dont', 'I [don’t] know'],
    ['in المَدرسة', 'مدرسة', 'in ال[مَدرسة]'],
    ['Über naïve Überlegung', 'ÜBERLEGUNG', 'Über naïve [Überlegung]'],
    ['日記 кофе', 'КОФЕ', '日記 [кофе]'],
    ['\u{20000}x xx', 'x', '\u{20000}[x] [x]x'],
    ['<b>fox</b> & co', 'fox', '<b>[fox]</b> & co'],
    ['c++ and (a+)+$', '(a+)+$', 'c++ [a]nd ([a]+)+$'],
    ['It rained.', 'sun', 'It rained.'],
    ['It rained.', '-rained', 'It rained.'],
    ['It rained.', '"', 'It rained.'],
    ['', 'sun', ''],
  ])('of %j for %j is %j', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
  });

  test('surrounds the first match, between whole words', () => {
    const text = `${'many words before '.repeat(100)}the fox ${'and words after '.repeat(100)}fox`;
    const line = marked(text, 'fox');
    expect(line).toMatch(/^…(before |many |words )+the \[fox\] (and |words |after )+(and|words|after)…$/);
    expect(line.indexOf('[')).toBeLessThanOrEqual(61);
  });

  test('is well-formed and short, and its matches are within it, whatever the text', () => {
    const unit = fc.constantFrom('a', 'fox', ' ', '\n', '🌼', '\u{20000}', '-', 'é', 'x'.repeat(70));
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 300 }),
        fc.constantFrom('fox', 'a', '"a fox"', '🌼', 'é'),
        (units, search) => {
          const { text, matches } = snippetOf(units.join(''), parseSearch(search));
          expect(text.isWellFormed()).toBe(true);
          expect(text.length).toBeLessThanOrEqual(MAX_EXCERPT_LENGTH + 2);
          let last = 0;
          for (const { start, end } of matches) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(text.length);
            last = end;
          }
        },
      ),
    );
  });

  test.each([
    'a '.repeat(99),
    `"${'a '.repeat(99)}"`,
    `${'a-'.repeat(99)}b`,
    'aaaa'.repeat(50),
    '"a a a a" "a a a b" a-a-a',
    Array.from({ length: 10 }, (_, letter) => `a-a-a-a-${'bcdefghijk'.charAt(letter)}`).join(' '),
  ])('is found in time that grows as the text does for %j', async (search) => {
    const parsed = parseSearch(search);
    for (const piece of ['a', 'a ', 'a -', 'b']) {
      await expectLinear(50_000, (size) => snippetOf(piece.repeat(size / piece.length), parsed));
    }
  });
});
