import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FOLD_VERSION, MAX_SEARCH_TEXT_LENGTH, searchTextOf, wordsOf } from './fold.ts';
import { fold } from './letters.ts';
import { marksIn } from './marks.ts';
import { armsOf, isMatch, parseSearch } from './query.ts';

/** What a search finds, and where. */
const FOUND: readonly (readonly [text: string, search: string, marked: string])[] = [
  ['Un café près de la Seine', 'cafe', 'café'],
  ['Un café près de la Seine', 'caf', 'caf'],
  ['Un cafe\u0301', 'CAFÉ', 'cafe\u0301'],
  ['cafe', 'café', 'cafe'],
  ['naïve Überlegung', 'UBERLEGUNG', 'Überlegung'],
  ['今天看了中国地图，明后天去东京。', '地图', '地图'],
  ['今天看了中国地图，明后天去东京。', '后天', '后天'],
  ['今天看了中国地图，明后天去东京。', '图', '图'],
  ['今天看了中国地图，明后天去东京。', '今天看了中国地图', '今天看了中国地图'],
  ['昨日は東京タワーへ行きました', '東京', '東京'],
  ['昨日は東京タワーへ行きました', 'タワー', 'タワー'],
  ['ｶﾞｽ', 'ガス', 'ｶﾞｽ'],
  ['วันนี้ไปเที่ยวภูเก็ตกับครอบครัว', 'ภูเก็ต', 'ภูเก็ต'],
  ['오늘은 학교에서 친구를 만났다', '학교', '학교'],
  ['Das Geburtstagsgeschenk', 'Geburtstag', 'Geburtstag'],
  ['running, daughters', 'run daughter', 'run|daughter'],
  ['Straße', 'strasse', 'Straße'],
  ['STRASSE', 'straße', 'STRASSE'],
  ['Ёлка и ещё', 'елка еще', 'Ёлка|ещё'],
  ['Αθήνα', 'αθηνα', 'Αθήνα'],
  ['οδοσημα', 'ΟΔΟΣ', 'οδοσ'],
  ['İstanbul ısı', 'istanbul ISI', 'İstanbul|ısı'],
  ['Łódź, smørrebrød, œuvre, Þór', 'lodz smorrebrod oeuvre thor', 'Łódź|smørrebrød|œuvre|Þór'],
  ['ﬁne ① ｆｕｌｌ', 'fine 1 full', 'ﬁne|①|ｆｕｌｌ'],
  ['I don’t know', "don't", 'don’t'],
  ['I don’t know', 'dont', 'don’t'],
  ['dont', 'don`t', 'dont'],
  ["O'Brien", 'brien', 'Brien'],
  ["O'Brien", 'obrien', "O'Brien"],
  ["à l'école", 'ecole', 'école'],
  ['an e-mail', 'email', 'e-mail'],
  ['an email', 'e-mail', 'email'],
  ['well-known', 'known', 'known'],
  ['2024-05-03', '2024-05', '2024-05'],
  ['הלכתי לירושלים', 'ירושלים', 'ירושלים'],
  ['שָׁלוֹם', 'שלום', 'שָׁלוֹם'],
  ['צה״ל', 'צה"ל', 'צה״ל'],
  ['צה"ל', 'צהל', 'צה"ל'],
  ['في المدرسة', 'مدرسة', 'مدرسة'],
  ['صَباحُ الخَيْر', 'صباح', 'صَباحُ'],
  ['كتـــاب', 'كتاب', 'كتـــاب'],
  ['أحمد', 'احمد', 'أحمد'],
  ['कल हिन्दी', 'हिन्दी', 'हिन्दी'],
  ['iPhone手机', '手机', '手机'],
  ['iPhone手机壳', 'iphone手机', 'iPhone手机'],
  ['fox 👍🏽', '👍', '👍🏽'],
  ['👨‍👩‍👧', '👩', '👩\u200d'],
  ['🇩🇪', '🇩🇪', '🇩🇪'],
  ['a_b', 'a_b', 'a_b'],
  ['The quick, brown fox', '"quick brown fo"', 'quick, brown fo'],
  ['The quick brown fox', '“quick brown”', 'quick brown'],
  ['fox', 'dog or fox', 'fox'],
  ['ordinary', 'or', 'or'],
  ['sun fox', 'fox -rain', 'fox'],
  ['running fox', 'fox -run', 'fox'],
  ['user@example.com', 'user@example.com', 'user@example.com'],
];

const MISSED: readonly (readonly [text: string, search: string])[] = [
  ['driver', 'river'],
  ['axb', 'a_b'],
  ['go to home', '"go home"'],
  ['brown, then quick', '"quick brown"'],
  ['an image', "i'm"],
  ['カ', 'ガ'],
  ['が', 'か'],
  ['한국', '하'],
  ['המדרסה של', 'דר'],
  ['run fox', 'fox -run'],
  ['run fox', 'fox －RUN'],
  ['a quick fox', '-"quick fox"'],
  ['an e-mail', '-email'],
  ['中国地图', '-地图'],
  ['fox', 'fox dog'],
  ['fox', '- & ( )'],
];

describe('A search', () => {
  test.each(FOUND)('in %j for %j marks %j', (text, search, marked) => {
    const parsed = parseSearch(search);
    expect(isMatch(parsed, searchTextOf(text))).toBe(true);
    const marks = marksIn(text, parsed).map(({ start, end }) => text.slice(start, end));
    expect(marks.join('|')).toBe(marked);
  });

  test.each(MISSED)('in %j for %j finds nothing', (text, search) => {
    expect(isMatch(parseSearch(search), searchTextOf(text))).toBe(false);
  });

  test('binds or less than words beside each other', () => {
    const search = parseSearch('a b or c -d');
    expect(['a', 'a b', 'c', 'c d', 'a b d'].map((text) => isMatch(search, searchTextOf(text)))).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  test('does not find a phrase across title and content', () => {
    expect(isMatch(parseSearch('"quick fox"'), searchTextOf('quick', 'fox'))).toBe(false);
    expect(isMatch(parseSearch('quick fox'), searchTextOf('quick', 'fox'))).toBe(true);
  });

  test.each([
    ['river', ['river']],
    ['caf', ['caf']],
    ['hous', ['hou']],
    ['ca', ['ca']],
    ['地图', ['地图']],
    ['图', ['图']],
    ['"of the sea"', ['of', 'the', 'sea']],
  ])('for %j has the keys %j', (search, keys) => {
    expect(armsOf(parseSearch(search))?.map((arm) => arm.keys)).toEqual([keys]);
  });

  test.each(['a', '-river', 'river or a', `${'x-y '.repeat(4)}`])('for %j has none', (search) => {
    expect(armsOf(parseSearch(search))).toBeNull();
  });
});

const unit = fc.constantFrom(
  ...[
    'a',
    'É',
    'e\u0301',
    'ß',
    'Σ',
    ' ',
    '\n',
    "'",
    '’',
    '-',
    '"',
    '.',
    '中',
    '国',
    'が',
    'ｶﾞ',
    'ー',
    '한',
    '\u1112\u1161',
    'ш',
    'ё',
  ],
  ...[
    'ש',
    'ׁ',
    'מ',
    'ل',
    'َ',
    'ี',
    'ก',
    'क',
    '\u093f',
    '👍',
    '🏽',
    '🇩',
    '\u200d',
    '\ufdfa',
    '½',
    '\u{20000}',
    '\u0307',
    'İ',
  ],
);
const texts = fc.array(unit, { maxLength: 60 }).map((units) => units.join(''));

describe('A folded text', () => {
  test('is the same, read with and without places', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const words = (withUnits: boolean) => wordsOf(text, { withUnits }).words.map(({ word }) => word);
        expect(words(true)).toEqual(words(false));
      }),
      { numRuns: 1_000 },
    );
  });

  test('is the same after composition, decomposition and another fold', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  test('contains each of its words, as a search', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { word } of wordsOf(text).words) {
          expect(isMatch(parseSearch(`"${word}"`), searchTextOf(text)), word).toBe(true);
        }
      }),
    );
  });

  test('has marks within the text, in order', () => {
    fc.assert(
      fc.property(texts, texts, (text, search) => {
        let last = 0;
        for (const { start, end } of marksIn(text, parseSearch(search))) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test('has a limit', () => {
    expect(searchTextOf('\ufdfa'.repeat(100_000)).length).toBeLessThanOrEqual(MAX_SEARCH_TEXT_LENGTH);
    expect(searchTextOf('中a'.repeat(100_000)).length).toBeLessThanOrEqual(MAX_SEARCH_TEXT_LENGTH);
  });

  test('changes with its version only', () => {
    const folded = FOUND.map(([text]) => searchTextOf(text)).join('\n');
    expect([FOLD_VERSION, createHash('sha256').update(folded).digest('hex').slice(0, 16)]).toEqual([
      1,
      'e6b3ec685e0751df',
    ]);
  });
});
