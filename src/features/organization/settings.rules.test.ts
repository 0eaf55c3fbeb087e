import { describe, expect, test } from 'vitest';
import { requireFittingSettings } from './settings.rules.ts';

/** Settings that take so many bytes as JSON. */
const ofSize = (bytes: number, letter = 'a') => {
  const frame = JSON.stringify({ note: '' }).length;
  return { note: letter.repeat((bytes - frame) / new TextEncoder().encode(letter).length) };
};

describe('the size of settings', () => {
  test.each([
    ['none', undefined],
    ['an empty object', {}],
    ['16,384 bytes', ofSize(16_384)],
    ['16,384 bytes in characters of two', ofSize(16_384 - 1, 'é')],
  ])('%s fits', (_what, settings) => {
    expect(() => requireFittingSettings(settings)).not.toThrow();
  });

  test.each([
    ['16,385 bytes', ofSize(16_385)],
    ['16,385 bytes in characters of two', ofSize(16_385, 'é')],
  ])('%s do not', (_what, settings) => {
    expect(() => requireFittingSettings(settings)).toThrowError(
      expect.objectContaining({ code: 'organization.settings-too-large' }),
    );
  });
});
