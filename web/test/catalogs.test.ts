import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import compile from 'icu-minify/compile';
import { describe, expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..', 'src');

type Catalog = { [key: string]: string | Catalog };

const folders = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith(join('messages', 'en.json')))
  .map((file) => file.slice(0, -'en.json'.length));

const readTexts = (folder: string, language: string) =>
  textsOf(JSON.parse(readFileSync(join(SOURCE, folder, `${language}.json`), 'utf8')) as Catalog);

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(join(SOURCE, file), 'utf8') }));

describe.each(folders)('%s', (folder) => {
  const [english, german] = [readTexts(folder, 'en'), readTexts(folder, 'de')];

  test('both languages have the same texts', () => {
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('both languages use the same arguments and tags', () => {
    for (const [key, text] of english) expect(partsOf(german.get(key) ?? ''), key).toEqual(partsOf(text));
  });

  test('each text is used', () => {
    const isUsed = usesIn(dirname(folder));
    expect([...english.keys()].filter((key) => !isUsed(key))).toEqual([]);
  });

  test('no text is empty', () => {
    for (const [key, text] of [...english, ...german]) expect(text.trim(), key).not.toBe('');
  });

  test('no text is empty for one of its numbers or choices', () => {
    expect([...english, ...german].filter(([, text]) => hasEmptyChoice(text))).toEqual([]);
  });
});

/** Whether a text is one plural or choice with an empty branch, which is no text to the formatter. */
function hasEmptyChoice(text: string): boolean {
  const compiled: unknown = compile(text);
  if (!Array.isArray(compiled) || compiled.length !== 1) return false;
  const [[, , branches]] = compiled;
  return typeof branches === 'object' && branches !== null && Object.values(branches).includes('');
}

test.each([
  ['{count, plural, =0 {} one {one} other {#}}', true],
  ['{isLate, select, true {} other {now}}', true],
  ['Offline. {count, plural, =0 {} one {one} other {#}}', false],
  ['{count, plural, one {one} other {#}}', false],
  ['{name}', false],
  ['None', false],
])('%s has an empty choice: %s', (text, expected) => {
  expect(hasEmptyChoice(text)).toBe(expected);
});

/** The texts by their path. */
function textsOf(catalog: Catalog, path = ''): Map<string, string> {
  return new Map(
    Object.entries(catalog).flatMap(([key, text]) =>
      typeof text === 'string' ? [[`${path}${key}`, text] as const] : [...textsOf(text, `${path}${key}.`)],
    ),
  );
}

/** The arguments (`{name}`, `{count, plural, …}`) and tags (`<link>`) of a text. */
function partsOf(text: string): string[] {
  const matches = text.matchAll(/\{\s*(\w+)\s*[,}]|<(\w+)>/g);
  return [...new Set([...matches].map(([, argument, tag]) => argument ?? `<${tag}>`))]
    .filter((part) => !isBranch(text, part))
    .sort();
}

/** A word that is all of a branch, as in `one {entry}`, looks like an argument. */
function isBranch(text: string, part: string): boolean {
  return new RegExp(`(one|other|=\\d+|male|female)\\s*\\{${part}\\}`).test(text);
}

/**
 * Tells whether code names a text: by its path or the end of it, as a string or the key of an object, or by a template such as
 * `states.${state}`. Texts of a feature are used by the feature and the routes, others by all. Texts for error codes are named by the server.
 */
function usesIn(owner: string): (key: string) => boolean {
  const isFeature = owner.startsWith('features');
  const code = sources
    .filter(({ file }) => !isFeature || file.startsWith(join(owner, '')) || file.startsWith('routes'))
    .map((source) => source.code)
    .join('\n');
  const names = new Set([...code.matchAll(/'([^'\n]*)'|(\w+):/g)].map(([, text, key]) => text ?? key));
  const templates = [...code.matchAll(/`([\w.-]*\$\{[^`]*)`/g)]
    .map(([, template = '']) => template.replace(/\$\{[^}]*\}/g, '*'))
    .filter((template) => /^[\w.-]+\*[\w.-]*$|^\*[A-Z]\w*$/.test(template))
    .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('*', '.+')}$`));
  const isOfServer = owner.endsWith('problem');
  return (key) =>
    isOfServer || endsOf(key).some((end) => names.has(end) || templates.some((template) => template.test(end)));
}

/** A path and its ends: `a.b.c`, `b.c`, `c`. */
function endsOf(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
}
