import { describe, expect, test } from 'vitest';
import { isGuessable } from './password-strength.ts';

const ADA = ['ada.lovelace@people.test', 'Ada Lovelace', 'Meadow'];

describe('isGuessable', () => {
  test.each([
    'password',
    'Passw0rd!',
    '12345678',
    '87654321a',
    'qwertyui',
    'letmein123',
    'summer2026',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijkl',
    'ada.lovelace',
    'Lovelace1',
    'ada.lovelace@people.test',
    'meadow123',
    'a'.repeat(128),
    'password'.repeat(16),
  ])('%s is guessable', async (password) => {
    expect(await isGuessable(password, ADA)).toBe(true);
  });

  test.each(['correct horse battery', 'xK9#mQ2$vL', 'gänseblümchen im regen', '🌼🌻🌷 in the meadow', 'another horse'])(
    '%s is not',
    async (password) => {
      expect(await isGuessable(password, ADA)).toBe(false);
    },
  );

  test('judges by the words that are given', async () => {
    expect(await isGuessable('wintergarten-7', ['Wintergarten'])).toBe(true);
    expect(await isGuessable('wintergarten-7', [])).toBe(false);
  });
});
