import { expect, test } from 'vitest';
import { verificationOf } from './verification.rules.ts';

const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
const email = 'zoë@meadow.example';

test.each([
  ['an address', tokenOf({ email }), { kind: 'verify', email }],
  [
    'the first step of a change',
    tokenOf({ email, updateTo: 'new@meadow.example', requestType: 'change-email-confirmation' }),
    { kind: 'confirmChange', email: 'new@meadow.example' },
  ],
  [
    'the last step of a change',
    tokenOf({ email, updateTo: 'new@meadow.example', requestType: 'change-email-verification' }),
    { kind: 'completeChange', email: 'new@meadow.example' },
  ],
  ['no token', 'nonsense', { kind: 'verify', email: '' }],
])('%s', (_name, token, expected) => {
  expect(verificationOf(token)).toEqual(expected);
});
