import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { excessOf, splitAt } from './limit.rules.ts';

const SOURCE = join(import.meta.dirname, '..', '..');

test.each([
  ['', 3, 0],
  ['abc', 3, 0],
  ['abcd', 3, 1],
  ['🌼🌼🌼', 3, 0],
  ['🌼🌼🌼🌼', 3, 1],
  [`${'a'.repeat(99_999)}🌼`, 100_000, 0],
])('%j has above %i characters %i', (text, max, excess) => {
  expect(excessOf(text, max)).toBe(excess);
});

test.each([
  ['abc', 3, ['abc', '']],
  ['abcd', 3, ['abc', 'd']],
  ['🌼🌼🌼🌼', 3, ['🌼🌼🌼', '🌼']],
])('%j is split after %i characters', (text, max, parts) => {
  expect(splitAt(text, max)).toEqual(parts);
});

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(join(SOURCE, file), 'utf8') }));

test('no field has the browser cut a text: `maxLength` does so in silence', () => {
  expect(files.filter(({ text }) => /\bmaxLength=/.test(text)).map(({ file }) => file)).toEqual([]);
});

const TEXTLESS = /type="(checkbox|radio|file|date|time|range)"/;

test('each field of text takes the direction of what is written in it', () => {
  const without = files.flatMap(({ file, text }) =>
    [...text.matchAll(/<(?:input|textarea)\n?\s[\s\S]*?\/>/g)]
      .map(([field]) => field)
      .filter((field) => !TEXTLESS.test(field) && !/\bdir="auto"/.test(field))
      .map((field) => `${file}: ${field.slice(0, 60)}`),
  );
  expect(without).toEqual([]);
});
