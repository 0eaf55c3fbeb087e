import { MeadowError } from '@meadow/client';
import { describe, expect, test } from 'vitest';
import { fieldOf, formatWait } from './problem.rules.ts';

describe('fieldOf', () => {
  const problem = (code: string, path?: string) =>
    new MeadowError(400, { code, ...(path !== undefined && { details: [{ path, message: '' }] }) });
  const fields = { 'identity.invalid-password': 'currentPassword' };
  test.each([
    ['a code of a field', problem('identity.invalid-password'), 'currentPassword'],
    ['a place in the body', problem('request.invalid', 'body.email'), 'email'],
    ['a place without a field', problem('request.invalid', 'body.other'), null],
    ['another code', problem('server.busy'), null],
    ['a lost connection', new TypeError('Failed to fetch'), null],
  ])('%s', (_name, error, expected) => {
    expect(fieldOf(error, fields, ['email'])).toBe(expected);
  });
});

test.each([
  [9, '0:09'],
  [60, '1:00'],
  [900, '15:00'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatWait(seconds)).toBe(text);
});
