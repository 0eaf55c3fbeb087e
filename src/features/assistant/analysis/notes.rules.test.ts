import { expect, test } from 'vitest';
import { isDue, MAX_TEXT_LENGTH, type NoteToRead, readSince, textOf } from './notes.rules.ts';

const NOON = new Date('2026-11-10T12:00:00.000Z');
const before = (milliseconds: number) => new Date(NOON.getTime() - milliseconds);
const noteOf = (content: string, change: Partial<NoteToRead> = {}): NoteToRead => ({
  title: 'A day',
  content,
  mood: null,
  created_at: NOON,
  ...change,
});

test('readSince is seven times 24 hours ago, also across daylight saving changes', () => {
  expect(readSince(NOON)).toEqual(new Date('2026-11-03T12:00:00.000Z'));
});

test.each<[string, Date | undefined, Date | undefined, boolean]>([
  ['no notes', undefined, undefined, false],
  ['no notes any more', undefined, NOON, false],
  ['entries without an analysis of today', before(1), undefined, true],
  ['notes that were read after they were written', before(1), NOON, false],
  ['notes that were read in the millisecond in which they were written', NOON, NOON, false],
  ['a note of the millisecond after', NOON, before(1), true],
])('with %s', (_case, changedAt, readAt, expected) => {
  expect(isDue(changedAt, readAt)).toBe(expected);
});

test('textOf joins entries, oldest first, with day, mood and title', () => {
  const yesterday = new Date('2026-11-09T23:59:59.999Z');
  const notes = [
    noteOf('Better.', { mood: 'calm' }),
    noteOf('Bad.', { title: 'The day before', created_at: yesterday }),
  ];
  expect(textOf(notes)).toBe('2026-11-09 · The day before\nBad.\n\n2026-11-10 · calm · A day\nBetter.');
});

test('textOf of no entries is empty', () => {
  expect(textOf([])).toBe('');
});

test.each([
  ['one that is far too long', [100_000]],
  ['one that is a little too long', [MAX_TEXT_LENGTH]],
  ['fifty long ones', Array.from({ length: 50 }, () => 20_000)],
  ['a long one between short ones', [10, 100_000, 20]],
  ['fifty with titles alone', Array.from({ length: 50 }, () => 0)],
])('textOf limits the length of %s', (_case, lengths) => {
  const text = textOf(lengths.map((length) => noteOf('x'.repeat(length), { title: 't'.repeat(200) })));
  expect(text.length).toBeLessThanOrEqual(MAX_TEXT_LENGTH);
  expect(text.match(/2026-11-10/g)).toHaveLength(lengths.length);
});

test('textOf keeps short entries when it truncates long ones', () => {
  const text = textOf([noteOf(`${'long '.repeat(10_000)}END`), noteOf('short and whole')]);
  expect(text).toContain('short and whole');
  expect(text).not.toContain('END');
  expect(text.length).toBeGreaterThan(MAX_TEXT_LENGTH - 10);
});

test('textOf does not truncate a text of the maximum length', () => {
  const header = '2026-11-10 · A day\n'.length;
  const text = textOf([noteOf('x'.repeat(MAX_TEXT_LENGTH - header))]);
  expect(text).toHaveLength(MAX_TEXT_LENGTH);
});

test('textOf returns well-formed text after a cut through a character', () => {
  const text = textOf([noteOf('🌱'.repeat(20_000)), noteOf('a')]);
  expect(text.isWellFormed()).toBe(true);
});
