import { describe, expect, test } from 'vitest';
import { checkSettings } from './settings.rules.ts';

/** Settings of a given size as JSON. */
const ofSize = (bytes: number, letter = 'a') => {
  const frame = JSON.stringify({ note: '' }).length;
  return { note: letter.repeat((bytes - frame) / new TextEncoder().encode(letter).length) };
};

describe('checkSettings', () => {
  test.each([
    ['none', undefined],
    ['an empty object', {}],
    ['16,384 bytes', ofSize(16_384)],
    ['16,384 bytes in characters of two', ofSize(16_384 - 1, 'é')],
  ])('accepts %s', (_what, settings) => {
    expect(() => checkSettings(settings)).not.toThrow();
  });

  test.each([
    ['16,385 bytes', ofSize(16_385)],
    ['16,385 bytes in characters of two', ofSize(16_385, 'é')],
  ])('rejects %s', (_what, settings) => {
    expect(() => checkSettings(settings)).toThrowError(
      expect.objectContaining({ code: 'organization.settings-too-large' }),
    );
  });
});
