import { hash } from 'node:crypto';

/** SHA-256 of a text or of bytes. Digests have equal length, as a constant-time comparison requires. */
export function digestOf(content: string | Uint8Array): Buffer {
  return hash('sha256', content, 'buffer');
}
