import { describe, expect, test } from 'vitest';
import { fitEntry, fitNotebook, type ImportedEntry } from './entry-import.rules.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const FACTS = { today: '2026-11-23', now: NOW };
const AT = new Date('2020-01-01T10:00:00Z');
const PHOTO = { name: 'a.jpg', read: async () => new Uint8Array() };

const entryWith = (fields: Partial<ImportedEntry>): ImportedEntry => ({
  ...{ kind: 'entry', sourceId: 'one', notebook: null, title: null, content: 'Text', mood: null, tags: [] },
  ...{ entryDate: '2020-01-01', createdDate: '2020-01-01', createdAt: AT, updatedAt: AT, photos: [] },
  ...fields,
});

const fitWith = (fields: Partial<ImportedEntry>) => fitEntry(entryWith(fields), FACTS);

describe('An imported entry', () => {
  test.each<[string, string | null, string, string, string]>([
    ['its title', 'Title', 'Text', 'Title', 'Text'],
    ['a heading', null, '# Title\n\nText', 'Title', 'Text'],
    ['a heading alone', null, '## Title', 'Title', ''],
    ['the first line', null, 'First\nSecond', 'First', 'First\nSecond'],
    ['the first line without marks', null, '- **One** _two_', 'One two', '- **One** _two_'],
    ['the date', null, ' ', '2020-01-01', ''],
    ['a title on one line', ' A\n b ', 'Text', 'A b', 'Text'],
    ['a title that can be stored', 'A\0\uD800', 'B\0', 'A\uFFFD', 'B'],
  ])('is named by %s', (_what, title, content, expectedTitle, expectedContent) => {
    const { entries } = fitWith({ title, content });
    expect(entries).toMatchObject([{ title: expectedTitle, content: expectedContent }]);
  });

  test('keeps a title that is too long in its text', () => {
    const title = 'x'.repeat(201);
    const [entry] = fitWith({ title }).entries;
    expect(entry?.title).toBe(`${'x'.repeat(199)}…`);
    expect(entry?.content).toBe(`${title}\n\nText`);
  });

  test.each([
    ['1899-12-31', 0],
    ['1900-01-01', 1],
    ['2026-11-24', 1],
    ['2026-11-25', 0],
  ])('about %s makes %i entries', (entryDate, count) => {
    const { entries, omitted } = fitWith({ entryDate });
    expect(entries).toHaveLength(count);
    expect(omitted.map(({ reason }) => reason)).toEqual(count === 1 ? [] : ['date-out-of-range']);
  });

  test('was not written in the future', () => {
    const [entry] = fitWith({ createdAt: new Date('2030-01-01'), updatedAt: new Date('2030-01-01') }).entries;
    expect([entry?.createdAt, entry?.updatedAt]).toEqual([NOW, NOW]);
  });

  test('has at most 50 tags of 50 characters, each once', () => {
    const tags = ['a', ' a ', '', 'x'.repeat(51), ...Array.from({ length: 51 }, (_, index) => `tag ${index}`)];
    const { entries, omitted } = fitWith({ tags });
    expect(entries[0]?.tags).toHaveLength(50);
    expect(omitted.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
      'tag too-long',
      'tag too-many',
      'tag too-many',
    ]);
  });

  test.each([true, false])('has each tag once, in its first form, where exact is %s', (isExact) => {
    expect(fitWith({ tags: ['Rain', 'rain', ' RAIN ', 'sun', ' '], isExact }).entries[0]?.tags).toEqual([
      'Rain',
      'sun',
    ]);
  });

  test.each([
    ['calm', 'calm', 0],
    [' ', null, 0],
    ['x'.repeat(51), null, 1],
  ])('has a mood of %j', (mood, expected, omitted) => {
    const fitted = fitWith({ mood });
    expect(fitted.entries[0]?.mood).toBe(expected);
    expect(fitted.omitted).toHaveLength(omitted);
  });

  test.each([
    [10, [10], 0],
    [11, [10, 1], 0],
    [101, Array(10).fill(10), 1],
  ])('of %i photos continues in others', (count, expected, omitted) => {
    const fitted = fitWith({ photos: Array(count).fill(PHOTO) });
    expect(fitted.entries.map(({ photos }) => photos.length)).toEqual(expected);
    expect(fitted.omitted).toHaveLength(omitted);
  });

  test('of a long text continues in others, without loss', () => {
    const content = `${'word '.repeat(30_000)}end`;
    const { entries } = fitWith({ title: 'T', content });
    expect(entries.map(({ sourceId, title }) => [sourceId, title])).toEqual([
      ['one', 'T'],
      ['one#2', 'T (2)'],
    ]);
    expect(entries.map(({ content: part }) => part).join(' ')).toBe(content);
  });
});

test.each([
  ['Trips', 'Text', 'Trips', 'Text'],
  [' ', '', 'Imported', ''],
  ['x'.repeat(101), 'Text', `${'x'.repeat(99)}…`, `${'x'.repeat(101)}\nText`],
])('a notebook called %j', (name, description, expectedName, expectedDescription) => {
  const notebook = fitNotebook({ kind: 'notebook', sourceId: 'one', name, description });
  expect(notebook).toMatchObject({ name: expectedName, description: expectedDescription });
});
