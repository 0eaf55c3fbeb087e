import { randomBytes } from 'node:crypto';
import { CompactEncrypt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const secret = () => randomBytes(32).toString('base64url');
const [FIRST, SECOND] = [secret(), secret()];
const box = createSecretBox([FIRST]);

describe('A secret box', () => {
  test.each(['', 'a token', 'Grüße 🌱', 'x'.repeat(5_000)])('opens what it has sealed: %j', async (text) => {
    expect(await box.open(await box.seal(text, 'ada'), 'ada')).toBe(text);
  });

  test('shows nothing of the secret, and never seals it in the same way twice', async () => {
    const [one, other] = await Promise.all([box.seal('canary-5b1f', 'ada'), box.seal('canary-5b1f', 'ada')]);
    expect(one).not.toBe(other);
    expect(one).toMatch(/^[\w-]+\.\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
    expect(decodeProtectedHeader(one)).toEqual({
      alg: 'dir',
      enc: 'A256GCM',
      kid: expect.stringMatching(/^[\w-]{8}$/),
      context: 'ada',
    });
    for (const part of one.split('.')) expect(Buffer.from(part, 'base64url').toString()).not.toContain('canary');
  });

  test('opens nothing in another context than it was sealed for', async () => {
    expect(await box.open(await box.seal('a token', 'ada access'), 'ada refresh')).toBeNull();
    expect(await box.open(await box.seal('a token', 'ada access'), 'ben access')).toBeNull();
  });

  test('opens nothing whose header names another context', async () => {
    const [header = '', ...rest] = (await box.seal('a token', 'ada')).split('.');
    const fields = JSON.parse(Buffer.from(header, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...fields, context: 'ben' })).toString('base64url');
    expect(await box.open([forged, ...rest].join('.'), 'ben')).toBeNull();
  });

  test('opens nothing of which any character was changed', async () => {
    const sealed = await box.seal('a token', 'ada');
    for (let at = 0; at < sealed.length; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
      // The last character of base64 may hold bits that mean nothing. Of the header, the text itself counts.
      const [header, ...parts] = changed.split('.');
      const [sealedHeader, ...sealedParts] = sealed.split('.');
      const meansTheSame =
        header === sealedHeader &&
        parts.length === sealedParts.length &&
        parts.every((part, index) => Buffer.from(part, 'base64url').equals(bytesOf(sealedParts[index])));
      if (!meansTheSame) expect(await box.open(changed, 'ada'), changed).toBeNull();
    }
  });

  test.each(['', '...', '....', 'v1', 'v1.x.y.z', 'e30....', 'e30.e30.e30.e30.e30', '.........', 'a token'])(
    'opens nothing that is no JWE: %j',
    async (text) => {
      expect(await box.open(text, 'ada')).toBeNull();
    },
  );

  test.each([
    ['alg', { alg: 'A256GCMKW', enc: 'A256GCM' }],
    ['enc', { alg: 'dir', enc: 'A128CBC-HS256' }],
  ])('opens nothing with another %s, even under its own key', async (_name, header) => {
    const { kid = '' } = decodeProtectedHeader(await box.seal('', 'ada'));
    const key = Buffer.from(FIRST, 'base64url');
    const jwe = await new CompactEncrypt(Buffer.from('a token'))
      .setProtectedHeader({ ...header, kid, context: 'ada' })
      .encrypt(key);
    expect(await box.open(jwe, 'ada')).toBeNull();
  });

  test('opens nothing whose tag is too short', async () => {
    const [header, key, nonce, text, tag = ''] = (await box.seal('', 'ada')).split('.');
    expect(await box.open([header, key, nonce, text, tag.slice(0, 8)].join('.'), 'ada')).toBeNull();
  });

  test('seals with the newest key, and opens what any of its keys has sealed', async () => {
    const both = createSecretBox([SECOND, FIRST]);
    const before = await box.seal('before', 'ada');
    expect(await both.open(before, 'ada')).toBe('before');
    expect(both.isCurrent(before)).toBe(false);
    const after = await both.seal('after', 'ada');
    expect(both.isCurrent(after)).toBe(true);
    expect(await box.open(after, 'ada'), 'with the older key alone').toBeNull();
    expect(await createSecretBox([SECOND]).open(after, 'ada')).toBe('after');
  });

  test('takes keys of 32 bytes alone', () => {
    expect(() => createSecretBox(['c2hvcnQ'])).toThrow('32 bytes');
  });
});

function bytesOf(part = ''): Buffer {
  return Buffer.from(part, 'base64url');
}
