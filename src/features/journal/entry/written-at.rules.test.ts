import { expect, it } from 'vitest';
import { isWrittenLately } from './written-at.rules.ts';

const NOW = new Date('2026-03-31T12:00:00.000Z');

it.each([
  ['2026-03-31T12:00:00.000Z', true, 'now'],
  ['2026-03-31T12:02:00.000Z', true, 'two minutes ahead'],
  ['2026-03-31T12:02:00.001Z', false, 'more than two minutes ahead'],
  ['2026-03-01T12:00:00.000Z', true, 'thirty days ago'],
  ['2026-03-01T11:59:59.999Z', false, 'more than thirty days ago'],
])('%s: %s, %s', (writtenAt, expected) => {
  expect(isWrittenLately(new Date(writtenAt), NOW)).toBe(expected);
});
