import { createHmac, createPublicKey, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../start-test-app.ts';

const { issuer, clock, call, person, deps, server } = await startTestApp();
const ada = await person();

/** Where a forger would like us to fetch keys from. */
const lure = createServer((_request, response) => {
  hits += 1;
  response.end(JSON.stringify({ keys: [forgedJwk] }));
});
let hits = 0;
lure.listen(0, '127.0.0.1');
await once(lure, 'listening');
afterAll(() => lure.close());
const lureUrl = `http://127.0.0.1:${(lure.address() as AddressInfo).port}/jwks`;

const forger = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
const rsaForger = await generateKeyPair('RS256');
const forgedJwk = { ...(await exportJWK(forger.publicKey)), kid: 'test-key', alg: 'EdDSA' };

const seconds = Math.floor(clock.now().getTime() / 1000);
const good: JWTPayload = { iss: issuer.issuer, aud: issuer.audience, sub: ada.id, iat: seconds, exp: seconds + 900 };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const genuine = (claims: JWTPayload) => issuer.sign(ada.id, clock.now(), claims);

/** Signed by a key that the provider does not have, under a header that speaks for it. */
const forge = (header: object, claims: JWTPayload = good) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid: 'test-key', ...header }).sign(forger.privateKey);

/** A MAC over the token with the published key as its secret, which a careless check takes for a signature. */
function signWithPublicKey(secret: string | Buffer): string {
  const signed = `${encode({ alg: 'HS256', kid: 'test-key' })}.${encode(good)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function tamper(token: string, part: 0 | 1 | 2, change: (text: string) => string): string {
  const parts = token.split('.');
  parts[part] = change(parts[part] ?? '');
  return parts.join('.');
}

const publicKey = createPublicKey({ key: issuer.keys()[0] as object, format: 'jwk' } as never);
const [header = '', payload = '', signature = ''] = ada.token.split('.');

const FORGERIES: [name: string, token: string][] = [
  ['alg none, without a signature', `${encode({ alg: 'none' })}.${encode(good)}.`],
  [
    'alg None, with the signature of another token',
    `${encode({ alg: 'None', kid: 'test-key' })}.${payload}.${signature}`,
  ],
  ['no alg at all', `${encode({ kid: 'test-key' })}.${payload}.${signature}`],
  ['an alg that is no text', `${encode({ alg: { a: 1 }, kid: 'test-key' })}.${payload}.${signature}`],
  ['HS256 with the public key as its secret', signWithPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))],
  ['HS256 with the bytes of the public key', signWithPublicKey(Buffer.from(String(issuer.keys()[0]?.x), 'base64url'))],
  ['HS256 with an empty secret', signWithPublicKey('')],
  ['another key under a known key id', await forge({})],
  [
    'another kind of key under a known key id',
    await new SignJWT(good).setProtectedHeader({ alg: 'RS256', kid: 'test-key' }).sign(rsaForger.privateKey),
  ],
  ['an embedded jwk', await forge({ jwk: forgedJwk })],
  ['an embedded jwk under an unknown key id', await forge({ jwk: forgedJwk, kid: 'mine' })],
  ['a jku', await forge({ jku: lureUrl })],
  ['an x5u', await forge({ x5u: lureUrl })],
  ['an x5c', await forge({ x5c: ['bm90IGEgY2VydGlmaWNhdGU='] })],
  ['a key id that climbs out of a folder', await forge({ kid: '../../../../dev/null' })],
  ['a key id that speaks SQL', await forge({ kid: "x' union select 'secret" })],
  ['a key id that is an address', await forge({ kid: lureUrl })],
  ['no key id', await forge({ kid: undefined })],
  ['an unknown critical header', `${encode({ alg: 'EdDSA', kid: 'test-key', crit: ['exp'] })}.${payload}.${signature}`],
  [
    'an unencoded payload',
    `${encode({ alg: 'EdDSA', kid: 'test-key', b64: false, crit: ['b64'] })}.${payload}.${signature}`,
  ],
  ['another issuer', await genuine({ iss: 'https://elsewhere.test' })],
  ['an issuer that only begins like ours', await genuine({ iss: `${issuer.issuer}.evil.test` })],
  ['another audience', await genuine({ aud: 'another-service' })],
  ['an ID token, which is for the client', await genuine({ aud: 'web-client', nonce: 'n', at_hash: 'h' })],
  ['no audience', await genuine({ aud: undefined } as never)],
  ['an end in the past', await genuine({ exp: seconds - 1 })],
  ['an end that is this very second', await genuine({ exp: seconds })],
  ['no end', await genuine({ exp: undefined } as never)],
  ['an end that is text', await genuine({ exp: `${seconds + 900}` as never })],
  ['a beginning in the future', await genuine({ nbf: seconds + 60 })],
  ['no time of issue', await genuine({ iat: undefined } as never)],
  ['no subject', await genuine({ sub: undefined } as never)],
  ['an empty subject', await genuine({ sub: '' })],
  ['a subject that is no text', await genuine({ sub: 7 as never })],
  ['a subject longer than any index takes', await genuine({ sub: randomBytes(5_000).toString('hex') })],
  ['a subject with a NUL', await genuine({ sub: 'a\0b' })],
  ['a subject with half of a pair', await genuine({ sub: 'a\ud800' })],
  ['a changed payload', tamper(ada.token, 1, () => encode({ ...good, sub: randomUUID() }))],
  ['a changed header', tamper(ada.token, 0, () => encode({ alg: 'EdDSA', kid: 'test-key', typ: 'JWT' }))],
  ['a changed signature', tamper(ada.token, 2, (text) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`)],
  ['no signature', `${header}.${payload}.`],
  ['a signature of zeros', `${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`],
  ['two parts', `${header}.${payload}`],
  ['an encrypted token of nothing', `${encode({ alg: 'dir', enc: 'A256GCM', kid: 'test-key' })}..a.b.c`],
  ['dots', '....'],
  ['a payload that is a list', `${header}.${encode([good])}.${signature}`],
  ['a header that is no JSON', `e30x.${payload}.${signature}`],
  ['a session of some other service', randomBytes(32).toString('base64url')],
  ['the longest that is looked at', 'a'.repeat(16_384)],
];

test('the genuine token passes, or the forgeries below would prove nothing', async () => {
  expect((await call(ada, 'GET', '/api/user/profile')).status).toBe(200);
  expect((await call(null, 'POST', '/api/auth/verify', { token: ada.token })).body.user.id).toBe(ada.id);
  const again = await genuine({});
  expect((await call({ ...ada, token: again }, 'GET', '/api/user/profile')).status).toBe(200);
});

test('a token passes whose algorithm is named as in RFC 9864', async () => {
  await issuer.rotate('of-rfc-9864', 'Ed25519');
  // Keys are fetched at most once in 30 seconds.
  clock.advance(30_000);
  const { status } = await call({ ...ada, token: await genuine({}) }, 'GET', '/api/user/profile');
  expect(status).toBe(200);
});

describe('401 for', () => {
  test.each(FORGERIES)('%s', async (_name, token) => {
    const before = await deps.db.selectFrom('profile').select('id').execute();
    const profile = await call({ ...ada, token }, 'GET', '/api/user/profile');
    const verification = await call(null, 'POST', '/api/auth/verify', { token });
    expect([profile.status, verification.status]).toEqual([401, 401]);
    expect(verification.body.code).toBe('auth.token-invalid');
    expect(verification.text).not.toContain(token);
    expect(await deps.db.selectFrom('profile').select('id').execute()).toEqual(before);
  });

  test.each([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['a scheme without a token', { authorization: 'Bearer' }],
    ['another scheme', { authorization: `Basic ${ada.token}` }],
    ['a token without its scheme', { authorization: ada.token }],
    ['two tokens', { authorization: `Bearer ${ada.token} ${ada.token}` }],
    ['a cookie', { cookie: `token=${ada.token}` }],
    ['another header', { 'x-access-token': ada.token }],
  ])('%s', async (_name, headers) => {
    expect((await call(null, 'GET', '/api/user/profile', undefined, headers as Record<string, string>)).status).toBe(
      401,
    );
  });

  test.each(['access_token', 'token', 'authorization'])('a token in the address, as %s', async (name) => {
    expect((await call(null, 'GET', `/api/user/profile?${name}=${ada.token}`)).status).toBe(401);
  });

  test('a token of a megabyte, quickly', async () => {
    const token = 'a'.repeat(1_000_000);
    const { statusCode } = await server.inject({
      method: 'GET',
      url: '/api/user/profile',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(statusCode).toBe(401);
  });
});

test.each([
  ['a megabyte', 'a'.repeat(1_000_000)],
  ['one character too many', 'a'.repeat(16_385)],
  ['nothing', ''],
  ['null', null],
  ['a number', 7],
  ['a list', ['a.b.c']],
  ['an object', {}],
  ['a NUL', 'a\0b'],
])('POST /api/auth/verify answers 400 for a token that is %s', async (_name, token) => {
  const { status, body } = await call(null, 'POST', '/api/auth/verify', { token });
  expect([status, typeof body.error]).toEqual([400, 'string']);
});

test('nobody was led to fetch keys from where a token said', () => {
  expect(hits).toBe(0);
});

test('what the provider vouches for but the database cannot hold is left out', async () => {
  const claims = { sub: randomUUID(), email: `a\0b@people.test`, name: 'Half \ud800' };
  const token = await genuine(claims);
  const { status, body } = await call({ ...ada, token }, 'GET', '/api/user/profile');
  expect([status, body.profile?.email, body.profile?.full_name]).toEqual([200, null, '']);
  const long = await genuine({
    sub: randomUUID(),
    email: `${'a'.repeat(5_000)}@people.test`,
    name: 'N'.repeat(1_000),
  });
  const reply = await call({ ...ada, token: long }, 'GET', '/api/user/profile');
  expect([reply.status, reply.body.profile?.email, reply.body.profile?.full_name.length]).toEqual([200, null, 200]);
});

test('a thousand unknown key ids fetch the key set twice at most', async () => {
  const before = issuer.fetches();
  const ask = async (kid: string) => {
    const token = `${encode({ alg: 'EdDSA', kid })}.${payload}.${signature}`;
    return (await call({ ...ada, token }, 'GET', '/api/user/profile')).status;
  };
  for (let wave = 0; wave < 4; wave += 1) {
    const flood = await Promise.all(Array.from({ length: 250 }, (_, index) => ask(`flood-${wave}-${index}`)));
    expect(new Set(flood)).toEqual(new Set([401]));
  }
  expect(issuer.fetches() - before).toBeLessThanOrEqual(2);
});

test('a new key counts after the rotation, and the old one still', async () => {
  const old = await genuine({ exp: seconds + 3_600 });
  await issuer.rotate('second-key');
  clock.advance(31_000);
  const fresh = await issuer.sign(ada.id, clock.now());
  expect((await call({ ...ada, token: fresh }, 'GET', '/api/user/profile')).status).toBe(200);
  expect((await call({ ...ada, token: old }, 'GET', '/api/user/profile')).status).toBe(200);
});

describe('while the provider is down', () => {
  test('tokens of known keys pass for hours, old and freshly signed; unknown keys are told to come back', async () => {
    const before = await issuer.sign(ada.id, clock.now());
    await issuer.close();
    expect((await call({ ...ada, token: before }, 'GET', '/api/user/profile')).status).toBe(200);
    for (let hour = 0; hour < 6; hour += 1) {
      clock.advance(3_600_000);
      const fresh = await issuer.sign(ada.id, clock.now());
      const profile = await call({ ...ada, token: fresh }, 'GET', '/api/user/profile');
      const verification = await call(null, 'POST', '/api/auth/verify', { token: fresh });
      expect([profile.status, verification.status]).toEqual([200, 200]);
    }
    clock.advance(60_000);
    const unknown = await issuer.sign(ada.id, clock.now(), {}, { kid: 'third-key' });
    const { status, body, headers } = await call({ ...ada, token: unknown }, 'GET', '/api/user/profile');
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'auth.provider-unavailable', '2']);
  });
});
