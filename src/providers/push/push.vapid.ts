import { createECDH, hkdfSync } from 'node:crypto';

/** The key pair by which push services know this service (RFC 8292), base64url: a point of 65 bytes, a number of 32. */
export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * The key pair that follows from a secret. It is derived in place of being stored, so that all nodes with the same secret
 * have the same one without asking each other: a browser's subscription holds for one key pair alone.
 */
export function deriveVapidKeys(secret: string): VapidKeys {
  for (let attempt = 0; ; attempt += 1) {
    const candidate = Buffer.from(hkdfSync('sha256', secret, '', `VAPID key ${attempt}`, 32));
    const curve = createECDH('prime256v1');
    try {
      curve.setPrivateKey(candidate);
    } catch {
      // One number in four thousand million is none of the curve.
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: candidate.toString('base64url') };
  }
}
