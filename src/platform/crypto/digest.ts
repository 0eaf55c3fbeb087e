import { createHash } from 'node:crypto';

/** SHA-256 of a text. Digests have one length, which a comparison in constant time needs. */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
