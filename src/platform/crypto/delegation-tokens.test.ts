import { createHmac, generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createTestClock } from '#test/test-clock.ts';
import { createDelegationTokens } from './delegation-tokens.ts';

const clock = createTestClock(new Date('2026-11-21T12:00:00.250Z'));
const secret = Buffer.alloc(32, 7).toString('base64url');
const ISSUER = 'https://meadow.example';
const tokens = createDelegationTokens({ secret, issuer: ISSUER, purpose: 'impersonation', clock });

const MINUTE = 60_000;
const delegation = () => ({
  id: 'an-id',
  subject: 'ada',
  actor: 'root',
  issuedAt: clock.now(),
  expiresAt: new Date(clock.now().getTime() + 30 * MINUTE),
});

const seconds = Math.floor(clock.now().getTime() / 1000);
const CLAIMS: JWTPayload = {
  act: { sub: 'root' },
  iss: ISSUER,
  aud: ISSUER,
  sub: 'ada',
  jti: 'an-id',
  iat: seconds,
  exp: seconds + 1800,
};
const HEADER = { alg: 'HS256', typ: 'impersonation+jwt' };
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signs a token like Meadow, with changes. */
const forge = (claims: JWTPayload = {}, header: object = {}, key = Buffer.from(secret, 'base64url')) =>
  new SignJWT({ ...CLAIMS, ...claims }).setProtectedHeader({ ...HEADER, ...header }).sign(key);

describe('a delegation token', () => {
  test('names actor, subject and expiry, and verifies to its id', async () => {
    const token = await tokens.sign(delegation());
    expect(decodeJwt(token)).toEqual({ ...CLAIMS, exp: seconds + 1801 });
    expect(decodeProtectedHeader(token)).toEqual(HEADER);
    expect(await tokens.verify(token)).toBe('an-id');
    expect(await tokens.verify(await forge())).toBe('an-id');
  });

  test('is none any more once it has run out', async () => {
    const token = await tokens.sign(delegation());
    clock.advance(30 * MINUTE);
    expect(await tokens.verify(token)).toBe('an-id');
    clock.advance(1_000);
    expect(await tokens.verify(token)).toBeNull();
    clock.advance(-30 * MINUTE - 1_000);
  });

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signWith = (hash: string, header: object) => {
    const signed = `${encode(header)}.${encode(CLAIMS)}`;
    return `${signed}.${createHmac(hash, Buffer.from(secret, 'base64url')).update(signed).digest('base64url')}`;
  };

  test.each<[what: string, token: () => Promise<string> | string]>([
    ['alg none', () => `${encode({ ...HEADER, alg: 'none' })}.${encode(CLAIMS)}.`],
    ['another secret', () => forge({}, {}, Buffer.alloc(32, 8))],
    ['an empty secret', () => `${encode(HEADER)}.${encode(CLAIMS)}.${createHmac('sha256', '').digest('base64url')}`],
    ['a longer digest', () => signWith('sha512', { ...HEADER, alg: 'HS512' })],
    ['a public key', () => new SignJWT(CLAIMS).setProtectedHeader({ ...HEADER, alg: 'RS256' }).sign(privateKey)],
    ['another purpose', () => forge({}, { typ: 'download+jwt' })],
    ['the type of an ordinary token', () => forge({}, { typ: 'JWT' })],
    ['no type', () => forge({}, { typ: undefined })],
    ['another issuer', () => forge({ iss: 'https://elsewhere.example' })],
    ['another audience', () => forge({ aud: 'https://elsewhere.example' })],
    ['no end', () => forge({ exp: undefined } as never)],
    ['no beginning', () => forge({ iat: undefined } as never)],
    ['a beginning to come', () => forge({ nbf: seconds + 60 })],
    ['no actor', () => forge({ act: undefined })],
    ['no subject', () => forge({ sub: undefined } as never)],
    ['no id', () => forge({ jti: undefined } as never)],
    ['more than any of ours holds', () => forge({ more: 'm'.repeat(2_048) })],
    ['no parts', () => 'hello'],
    ['empty parts', () => '..'],
  ])('is not one with %s', async (_what, token) => {
    expect(await tokens.verify(await token())).toBeNull();
  });

  test('is not one whose payload was changed', async () => {
    const [header, , signature] = (await tokens.sign(delegation())).split('.');
    expect(await tokens.verify(`${header}.${encode({ ...CLAIMS, jti: 'other' })}.${signature}`)).toBeNull();
  });
});
