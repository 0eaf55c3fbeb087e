import { createECDH, hkdfSync } from 'node:crypto';

/** The key pair that identifies this server (RFC 8292), in base64url: a point of 65 bytes and a number of 32 bytes. */
export type VapidKeys = { publicKey: string; privateKey: string };

/** Derives the key pair from a secret, so that all nodes have the same one. A subscription is valid for one key pair only. */
export function deriveVapidKeys(secret: string): VapidKeys {
  for (let attempt = 0; ; attempt += 1) {
    const candidate = Buffer.from(hkdfSync('sha256', secret, '', `VAPID key ${attempt}`, 32));
    const curve = createECDH('prime256v1');
    try {
      curve.setPrivateKey(candidate);
    } catch {
      // About one in 2^32 numbers is not a valid private key.
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: candidate.toString('base64url') };
  }
}
