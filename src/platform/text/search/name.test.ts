import { expect, test } from 'vitest';
import { searchTextOf } from './fold.ts';
import { isNamed } from './name.ts';
import { isMatch, parseSearch } from './query.ts';

test.each<[name: string, typed: string, expected: boolean]>([
  ['José García', 'jose', true],
  ['José García', 'GARC', true],
  ['José García', 'jose g', true],
  ['José García', 'ose', false],
  ['Jose', 'José', true],
  ['Оля Ёлкина', 'оля', true],
  ['Оля Ёлкина', 'ЕЛК', true],
  ["Conan O'Brien", 'obrien', true],
  ["Conan O'Brien", 'obr', true],
  ["Conan O'Brien", 'brien', true],
  ['Anna-Lena', 'annal', true],
  ['İpek', 'ipek', true],
  ['Weiß', 'weiss', true],
  ['王小明', '小明', true],
  ['王小明', '明小', false],
  ['Łukasz', 'lu', true],
])('%j is named by %j: %j, as in searches', (name, typed, expected) => {
  expect(isNamed(name, typed)).toBe(expected);
  expect(isMatch(parseSearch(typed), searchTextOf(name))).toBe(expected);
});

test('an empty text matches every name', () => {
  expect([isNamed('Ada', ''), isNamed('', '')]).toEqual([true, true]);
});
