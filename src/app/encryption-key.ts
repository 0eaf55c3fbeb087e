import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { claimKey, type KeyState, readKeyState } from '../platform/crypto/key-check.ts';
import { createSecretBox } from '../platform/crypto/secret-box.ts';
import { deriveSecret, readOrCreateKey } from '../platform/crypto/secrets.ts';
import type { Db } from '../platform/db/database.ts';
import type { Random } from '../platform/random.ts';
import { canDecryptSigningKey } from '../providers/identity/sealed-keys.ts';
import type { Config } from './config.ts';

export type EncryptionKey = {
  /** For what is signed. */
  secretFor(purpose: string): string;
  /** For what is sealed: the first seals, the others are of former keys. */
  secretsFor(purpose: string): [string, ...string[]];
};

type KeySettings = Pick<Config, 'encryptionKey' | 'formerEncryptionKeys' | 'dataDirectory' | 'identity'>;

/** Where the key is kept that nobody has set. */
export const keyFileOf = ({ dataDirectory }: Pick<Config, 'dataDirectory'>) => join(dataDirectory, 'encryption-key');

/** The key of the configuration, or else the one in `DATA_DIR`, which is made at the first call. */
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

/** Throws where the key is not the one that this database has been used with. A database that is new is the key's from then on. */
export async function requireKeyOfDatabase(db: Db, config: KeySettings, key: EncryptionKey): Promise<void> {
  const state = await claimKey(db, boxOf(key), () => opensWhatIsThere(db, config, key));
  if (state === 'wrong') throw new Error(wrongKeyText(config));
}

/** Whether the key fits this database, without a change of either; null where there is no key yet. */
export async function inspectKey(db: Db, config: KeySettings, random: Random): Promise<KeyState | null> {
  if (config.encryptionKey === null && !existsSync(keyFileOf(config))) return null;
  const key = await readEncryptionKey(config, random);
  const state = await readKeyState(db, boxOf(key));
  return state === 'new' && !(await opensWhatIsThere(db, config, key)) ? 'wrong' : state;
}

const boxOf = (key: EncryptionKey) => createSecretBox(key.secretsFor('key check'));

/** Databases of before the check hold nothing else that every one of them has. */
async function opensWhatIsThere(db: Db, { identity }: KeySettings, key: EncryptionKey): Promise<boolean> {
  return identity !== null || canDecryptSigningKey(db, key.secretsFor('identity provider'));
}

/** What happened, and the ways out. */
export function wrongKeyText(config: KeySettings): string {
  const where =
    config.encryptionKey === null ? `The key in ${keyFileOf(config)} (ENCRYPTION_KEY is not set)` : 'ENCRYPTION_KEY';
  return [
    `${where} is not the key that this database has been used with: what is sealed in it cannot be read, so nobody could sign in.`,
    '- Set ENCRYPTION_KEY to the key of before, or put its file back (encryption-key in DATA_DIR).',
    '- To change the key on purpose: set the new one, and list the old one in FORMER_ENCRYPTION_KEYS.',
    '- If the old one is lost for good: meadow key forget',
  ].join('\n');
}
