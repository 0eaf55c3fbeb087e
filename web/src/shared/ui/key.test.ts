import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyOf } from './key.ts';

const SOURCE = join(import.meta.dirname, '..', '..');

describe('keyOf', () => {
  test.each([
    ['a key', { key: 'Enter', keyCode: 13, isComposing: false }, 'Enter'],
    ['a key of React', { key: ',', keyCode: 188, nativeEvent: { isComposing: false } }, ','],
    ['a key within a composition', { key: 'Enter', keyCode: 13, isComposing: true }, null],
    ['the same of React', { key: 'Backspace', keyCode: 8, nativeEvent: { isComposing: true } }, null],
    ['Chromium, which reports both', { key: 'Enter', keyCode: 229, isComposing: true }, null],
    ['Safari, after the end of the composition', { key: 'Enter', keyCode: 229, isComposing: false }, null],
    ['Safari in React', { key: 'Enter', keyCode: 229, nativeEvent: { isComposing: false } }, null],
  ])('%s', (_what, event, key) => {
    expect(keyOf(event)).toBe(key);
  });
});

test('each listener of keys reads them with keyOf', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|shared\/ui\/key\.ts$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(SOURCE, file), 'utf8') }));
  const listening = files.filter(({ text }) =>
    /\bonKey(Down|Up|Press)|['"]key(down|up|press)['"]|KeyboardEvent/.test(text),
  );
  expect(listening.length).toBeGreaterThan(10);
  expect(listening.filter(({ text }) => !/\bkeyOf\(/.test(text)).map(({ file }) => file)).toEqual([]);
  const own =
    /\b(event|nativeEvent|e|ev)\??\.(key|code|keyCode|which|isComposing)\b|\{[^}]*\bkey\b[^}]*\}(: [\w.<>]*KeyboardEvent| = (event|e|ev)\b)/;
  expect(files.filter(({ text }) => own.test(text)).map(({ file }) => file)).toEqual([]);
});
