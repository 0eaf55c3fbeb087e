import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createTestClock } from '#test/test-clock.ts';
import { createKeySet } from './key-set.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const pairs = await Promise.all(
  ['first', 'second'].map(async (kid) => {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA' } };
  }),
);
const [first, second] = pairs as [(typeof pairs)[0], (typeof pairs)[0]];

const sign = ({ privateKey, kid }: typeof first, claimedKid = kid, alg = 'EdDSA') =>
  new SignJWT({}).setProtectedHeader({ alg, kid: claimedKid }).sign(privateKey);

/** A provider that answers as `answer` says, and a key set over it. */
function openKeySet(published: JWK[] = [first.jwk]) {
  const provider = {
    published,
    fetches: 0,
    respond: (): Promise<Response> => Promise.resolve(Response.json({ keys: provider.published })),
  };
  const clock = createTestClock();
  const keySet = createKeySet({
    jwksUrl: 'http://provider.test/jwks',
    clock,
    fetch: () => {
      provider.fetches += 1;
      return provider.respond();
    },
  });
  const verify = async (token: Promise<string>) => {
    try {
      const text = await token;
      await keySet.withKeys((keys) => jwtVerify(text, keys));
      return 'verified';
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : 'unavailable';
    }
  };
  return { provider, clock, verify };
}

const isDown = () => Promise.reject(new TypeError('fetch failed'));

describe('an answer that is no key set in time', () => {
  test.each([
    [
      'a body that stalls',
      () => new Response(new ReadableStream({ start: (body) => body.enqueue(Buffer.from('{"keys":')) })),
    ],
    [
      'a body without end',
      () => new Response(new ReadableStream({ pull: (body) => body.enqueue(Buffer.alloc(65_536, ' ')) })),
    ],
    ['a text', () => new Response('no JSON at all')],
  ])('is given up: %s', async (_what, respond) => {
    const { provider, clock, verify } = openKeySet();
    provider.respond = async () => respond();
    expect(await verify(sign(first))).toBe('unavailable');
    provider.respond = async () => Response.json({ keys: provider.published });
    clock.advance(5 * SECOND);
    expect(await verify(sign(first))).toBe('verified');
  });
});

describe('the keys are fetched', () => {
  test('once, also by tokens that come at once', async () => {
    const { provider, verify } = openKeySet();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => verify(sign(first))));
    expect(new Set(outcomes)).toEqual(new Set(['verified']));
    expect(provider.fetches).toBe(1);
  });

  test('for a flood of unknown key ids once in 30 seconds', async () => {
    const { provider, clock, verify } = openKeySet();
    const flood = () => Promise.all(Array.from({ length: 200 }, (_, index) => verify(sign(first, `forged-${index}`))));
    expect(new Set(await flood())).toEqual(new Set(['ERR_JWKS_NO_MATCHING_KEY']));
    clock.advance(29 * SECOND);
    await flood();
    expect(provider.fetches).toBe(1);
    clock.advance(SECOND);
    await flood();
    expect(provider.fetches).toBe(2);
    expect(await verify(sign(first))).toBe('verified');
  });

  test('when a token names a new key, which then counts', async () => {
    const { provider, clock, verify } = openKeySet();
    await verify(sign(first));
    provider.published = [first.jwk, second.jwk];
    expect(await verify(sign(second))).toBe('ERR_JWKS_NO_MATCHING_KEY');
    clock.advance(30 * SECOND);
    expect(await verify(sign(second))).toBe('verified');
    expect(await verify(sign(first))).toBe('verified');
  });

  test('when a signature is of another key than that of its id, which the provider has replaced', async () => {
    const { provider, clock, verify } = openKeySet();
    await verify(sign(first));
    const replaced = { ...second, kid: first.kid };
    provider.published = [{ ...second.jwk, kid: first.kid }];
    expect(await verify(sign(replaced))).toBe('ERR_JWS_SIGNATURE_VERIFICATION_FAILED');
    expect(provider.fetches).toBe(1);
    clock.advance(30 * SECOND);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => verify(sign(replaced))));
    expect(new Set(outcomes)).toEqual(new Set(['verified']));
    expect(await verify(sign(first))).toBe('ERR_JWS_SIGNATURE_VERIFICATION_FAILED');
    expect(provider.fetches).toBe(2);
  });

  test('not for a forged signature while the provider is down, which stays forged', async () => {
    const { provider, clock, verify } = openKeySet();
    await verify(sign(first));
    provider.respond = isDown;
    clock.advance(MINUTE);
    expect(await verify(sign({ ...second, kid: first.kid }))).toBe('ERR_JWS_SIGNATURE_VERIFICATION_FAILED');
  });

  test('and a token may name Ed25519 by either of its names', async () => {
    const { provider, verify } = openKeySet();
    const { alg: _, ...jwk } = first.jwk;
    provider.published = [jwk];
    expect(await verify(sign(first, first.kid, 'Ed25519'))).toBe('verified');
    expect(await verify(sign(first))).toBe('verified');
  });

  test('on the side after ten minutes, so that withdrawn keys go and no token waits', async () => {
    const { provider, clock, verify } = openKeySet();
    await verify(sign(first));
    provider.published = [second.jwk];
    clock.advance(11 * MINUTE);
    expect(await verify(sign(first))).toBe('verified');
    await expect.poll(() => verify(sign(first))).toBe('ERR_JWKS_NO_MATCHING_KEY');
    expect(await verify(sign(second))).toBe('verified');
    expect(provider.fetches).toBe(2);
  });
});

describe('while the provider', () => {
  test.each<[string, () => Promise<Response>]>([
    ['cannot be reached', isDown],
    ['answers an error', async () => new Response('', { status: 500 })],
    ['answers nothing', async () => new Response(null, { status: 204 })],
    ['answers no JSON', async () => new Response('<html>')],
    ['answers JSON that is no key set', async () => Response.json({ keys: 'none' })],
    ['sends us elsewhere', async () => Response.redirect('http://elsewhere.test/jwks', 302)],
  ])('%s, known keys serve for hours, and it is not asked more than once in 5 seconds', async (_what, respond) => {
    const { provider, clock, verify } = openKeySet();
    await verify(sign(first));
    provider.respond = respond;
    for (let hour = 0; hour < 5; hour += 1) {
      clock.advance(HOUR);
      expect(await verify(sign(first))).toBe('verified');
    }
    clock.advance(MINUTE);
    const before = provider.fetches;
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => verify(sign(first, 'unknown'))));
    expect(new Set(outcomes)).toEqual(new Set(['unavailable']));
    clock.advance(4 * SECOND);
    await verify(sign(first, 'unknown'));
    expect(provider.fetches - before).toBe(1);
    clock.advance(SECOND);
    await verify(sign(first, 'unknown'));
    expect(provider.fetches - before).toBe(2);
  });

  test('is down from the start, what is no token is refused, and nothing is fetched', async () => {
    const { provider, verify } = openKeySet();
    provider.respond = isDown;
    expect(await verify(Promise.resolve('no token'))).toBe('ERR_JWS_INVALID');
    expect(provider.fetches).toBe(0);
  });

  test('is down from the start, tokens are neither good nor bad; five seconds after it is back they are', async () => {
    const { provider, clock, verify } = openKeySet();
    const { respond } = provider;
    provider.respond = isDown;
    expect(await verify(sign(first))).toBe('unavailable');
    provider.respond = respond;
    expect(await verify(sign(first))).toBe('unavailable');
    clock.advance(5 * SECOND);
    expect(await verify(sign(first))).toBe('verified');
  });
});
