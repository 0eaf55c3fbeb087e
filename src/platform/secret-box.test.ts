import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { systemRandom } from './random.ts';
import { createSecretBox } from './secret-box.ts';

const secret = () => randomBytes(32).toString('base64url');
const [FIRST, SECOND] = [secret(), secret()];
const box = createSecretBox([FIRST], systemRandom);

describe('A secret box', () => {
  test.each(['', 'a token', 'Grüße 🌱', 'x'.repeat(5_000)])('gives back what it has sealed: %j', (text) => {
    expect(box.open(box.seal(text, 'ada'), 'ada')).toBe(text);
  });

  test('shows nothing of the secret, and never seals it in the same way twice', () => {
    const [one, other] = [box.seal('canary-5b1f', 'ada'), box.seal('canary-5b1f', 'ada')];
    expect(one).not.toBe(other);
    expect(one).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]+$/);
    for (const part of one.split('.')) expect(Buffer.from(part, 'base64url').toString()).not.toContain('canary');
  });

  test('opens nothing in another place than it was sealed for', () => {
    expect(box.open(box.seal('a token', 'ada access'), 'ada refresh')).toBeNull();
    expect(box.open(box.seal('a token', 'ada access'), 'ben access')).toBeNull();
  });

  test('opens nothing of which any character was changed', () => {
    const sealed = box.seal('a token', 'ada');
    for (let at = 0; at < sealed.length; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
      // The last character of base64 may hold bits that mean nothing.
      const meansTheSame = Buffer.from(changed.split('.')[3] ?? '', 'base64url').equals(
        Buffer.from(sealed.split('.')[3] ?? '', 'base64url'),
      );
      if (!meansTheSame || at < sealed.lastIndexOf('.')) expect(box.open(changed, 'ada'), changed).toBeNull();
    }
  });

  test.each(['', '...', 'v1', 'v1.x.y.z', 'v1.........', 'a token', 'v2'])(
    'opens nothing that is no envelope: %j',
    (text) => {
      expect(box.open(text, 'ada')).toBeNull();
    },
  );

  test('opens nothing that is shorter than its tag', () => {
    const [version, id, nonce, hidden = ''] = box.seal('', 'ada').split('.');
    expect(box.open([version, id, nonce, hidden.slice(0, 8)].join('.'), 'ada')).toBeNull();
  });

  test('seals with the newest key, and opens what any of its keys has sealed', () => {
    const both = createSecretBox([SECOND, FIRST], systemRandom);
    expect(both.open(box.seal('before', 'ada'), 'ada')).toBe('before');
    const after = both.seal('after', 'ada');
    expect(box.open(after, 'ada'), 'with the older key alone').toBeNull();
    expect(createSecretBox([SECOND], systemRandom).open(after, 'ada')).toBe('after');
  });

  test('takes keys of 32 bytes alone', () => {
    expect(() => createSecretBox(['c2hvcnQ'], systemRandom)).toThrow('32 bytes');
  });
});
