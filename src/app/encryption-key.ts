import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { claimKey, type KeyState, readKeyState } from '#platform/crypto/key-check.ts';
import { createSecretBox } from '#platform/crypto/secret-box.ts';
import { deriveSecret, readOrCreateKey } from '#platform/crypto/secrets.ts';
import { createSignatures } from '#platform/crypto/signatures.ts';
import type { Db } from '#platform/db/database.ts';
import type { Random } from '#platform/random.ts';
import { canDecryptSigningKey } from '#providers/identity/signing-key.store.ts';
import type { Config } from './config.ts';

export type EncryptionKey = {
  /** A secret for signatures. */
  secretFor(purpose: string): string;
  /** Secrets for encryption. The first encrypts; the others belong to former keys. */
  secretsFor(purpose: string): [string, ...string[]];
};

type KeySettings = Pick<Config, 'encryptionKey' | 'formerEncryptionKeys' | 'dataDirectory' | 'identity'>;

/** The key file, used if ENCRYPTION_KEY is not set. */
export const keyFileOf = ({ dataDirectory }: Pick<Config, 'dataDirectory'>) => join(dataDirectory, 'encryption-key');

/** The key of ENCRYPTION_KEY, or of the key file, which the first call creates. */
export async function readEncryptionKey(config: KeySettings, random: Random): Promise<EncryptionKey> {
  const key = config.encryptionKey ?? (await readOrCreateKey(keyFileOf(config), random));
  return {
    secretFor: (purpose) => deriveSecret(key, purpose),
    secretsFor: (purpose) => [
      deriveSecret(key, purpose),
      ...config.formerEncryptionKeys.map((former) => deriveSecret(former, purpose)),
    ],
  };
}

/** The signatures of first-run codes. */
export const firstRunSignaturesOf = ({ secretFor }: EncryptionKey) => createSignatures(secretFor('first run'));

/** Rejects if this database was used with another key. Binds a new database to the key. */
export async function requireKeyOfDatabase(db: Db, config: KeySettings, key: EncryptionKey): Promise<void> {
  const state = await claimKey(db, boxOf(key), () => decryptsExisting(db, config, key));
  if (state === 'wrong') throw new Error(wrongKeyText(config));
}

/** Whether the key fits this database. Changes nothing. Null if there is no key yet. */
export async function inspectKey(db: Db, config: KeySettings, random: Random): Promise<KeyState | null> {
  if (config.encryptionKey === null && !existsSync(keyFileOf(config))) return null;
  const key = await readEncryptionKey(config, random);
  const state = await readKeyState(db, boxOf(key));
  return state === 'new' && !(await decryptsExisting(db, config, key)) ? 'wrong' : state;
}

const boxOf = (key: EncryptionKey) => createSecretBox(key.secretsFor('key check'));

/** Checks the signing key of databases that are older than the key check. */
async function decryptsExisting(db: Db, { identity }: KeySettings, key: EncryptionKey): Promise<boolean> {
  return identity !== null || canDecryptSigningKey(db, key.secretsFor('identity provider'));
}

/** The problem, and on the following lines the solutions. */
export function wrongKeyText(config: KeySettings): string {
  const where =
    config.encryptionKey === null ? `The key in ${keyFileOf(config)} (ENCRYPTION_KEY is not set)` : 'ENCRYPTION_KEY';
  return [
    `${where} is not the key of this database. Its secrets cannot be decrypted, so users could not sign in.`,
    '- Set ENCRYPTION_KEY to the previous key, or restore the key file (encryption-key in DATA_DIR).',
    '- To change the key: set the new one, and add the old one to FORMER_ENCRYPTION_KEYS.',
    '- If the old key is lost: meadow key forget',
  ].join('\n');
}
