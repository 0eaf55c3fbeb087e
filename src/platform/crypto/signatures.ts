import { createHmac, timingSafeEqual } from 'node:crypto';

/** Proves that a text is ours, to ourselves: whoever does not hold the secret can make no signature that fits. */
export type Signatures = {
  /** In letters, digits, `-` and `_`. */
  sign(text: string): string;
  /** Takes the same time whether a signature is nearly right or not at all. */
  isSigned(text: string, signature: string): boolean;
};

/** HMAC-SHA-256 under a secret that nothing else uses (see `deriveSecret`). */
export function createSignatures(secret: string): Signatures {
  if (secret === '') throw new Error('A signature needs a secret.');
  const digestOf = (text: string) => createHmac('sha256', secret).update(text).digest();
  return {
    sign: (text) => digestOf(text).toString('base64url'),
    isSigned: (text, signature) => {
      const expected = digestOf(text);
      const given = Buffer.from(signature, 'base64url');
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
