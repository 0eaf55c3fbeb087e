import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs texts and verifies its own signatures. */
export type Signatures = {
  /** A signature of letters, digits, `-` and `_`. */
  sign(text: string): string;
  /** Verifies in constant time. */
  isSigned(text: string, signature: string): boolean;
};

/** HMAC-SHA-256 with a secret for this purpose only (`deriveSecret`). */
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
