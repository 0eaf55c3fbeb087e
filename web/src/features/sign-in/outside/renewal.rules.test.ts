import { describe, expect, test } from 'vitest';
import { createTokenSource, isDue, type Tokens } from './renewal.rules.ts';

const tokens = (accessToken: string, expiresAt: number, refreshToken: string | null = 'refresh'): Tokens => ({
  accessToken,
  expiresAt,
  refreshToken,
});

describe('isDue', () => {
  test.each([
    ['long before its end', 60_000, null, false],
    ['30 s before its end', 30_000, null, true],
    ['after its end', -1, null, true],
    ['if the server refuses it', 60_000, 'one', true],
    ['if the server refuses another one', 60_000, 'zero', false],
  ])('%s', (_name, expiresAt, rejected, expected) => {
    expect(isDue(tokens('one', expiresAt), rejected, 0)).toBe(expected);
  });
});

describe('createTokenSource', () => {
  test('renews once for all that wait', async () => {
    let renewals = 0;
    const source = createTokenSource(
      tokens('one', 20_000),
      async () => {
        renewals += 1;
        return tokens('two', 900_000);
      },
      () => 0,
    );
    expect(await Promise.all([source(null), source(null), source(null)])).toEqual(['two', 'two', 'two']);
    expect(await source(null)).toBe('two');
    expect(renewals).toBe(1);
  });

  test('renews a token that the server has refused', async () => {
    const source = createTokenSource(
      tokens('one', 900_000),
      async () => tokens('two', 900_000),
      () => 0,
    );
    expect(await source(null)).toBe('one');
    expect(await source('one')).toBe('two');
    expect(await source('one')).toBe('two');
  });

  test('has none after the provider has refused a renewal', async () => {
    const refuse = async () => {
      throw new Error('invalid_grant');
    };
    const source = createTokenSource(tokens('one', 0), refuse, () => 0);
    expect(await source(null)).toBeNull();
    expect(await source(null)).toBeNull();
  });

  test('tries again after a lost connection', async () => {
    let tries = 0;
    const source = createTokenSource(
      tokens('one', 0),
      async () => {
        tries += 1;
        if (tries === 1) throw new TypeError('Failed to fetch');
        return tokens('two', 900_000);
      },
      () => 0,
    );
    await expect(source(null)).rejects.toThrow('Failed to fetch');
    expect(await source(null)).toBe('two');
  });

  test('without a refresh token, serves the token to its end', async () => {
    let now = 0;
    const source = createTokenSource(
      tokens('one', 20_000, null),
      async () => tokens('never', 0),
      () => now,
    );
    expect(await source(null)).toBe('one');
    expect(await source('one')).toBeNull();
    now = 20_000;
    expect(await source(null)).toBeNull();
  });
});
