import { createHash } from 'node:crypto';

/** SHA-256 of a text. Digests have equal length, as a constant-time comparison requires. */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
