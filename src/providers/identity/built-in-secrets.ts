import { createHmac } from 'node:crypto';

/** The version that is stored with encrypted values. Derived from the secret, so that operators do not number secrets. */
export function versionOf(secret: string): number {
  return createHmac('sha256', secret).update('version').digest().readUIntBE(0, 6);
}

/** The options of the provider for secrets, of which the first encrypts. The last decrypts values without a version. */
export function secretOptions(secrets: readonly [string, ...string[]]) {
  return {
    secrets: [...new Set(secrets)].map((value) => ({ version: versionOf(value), value })),
    secret: secrets.at(-1) ?? secrets[0],
  };
}
