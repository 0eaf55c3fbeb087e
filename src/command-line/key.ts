import { forgetKey } from '#platform/crypto/key-check.ts';
import { createDatabase } from '#platform/db/database.ts';
import { deleteAllSecondFactors } from '#providers/identity/built-in-account.store.ts';
import { deleteSigningKeys } from '#providers/identity/signing-key.store.ts';
import { createCommandLogger, readOwnConfig, requireMigrated, withDatabase } from './command.ts';
import { print } from './output.ts';

/** Deletes the secrets of a lost key, so that the next start accepts another key. */
export async function forgetEncryptionKey(): Promise<void> {
  await withDatabase(readOwnConfig(), createCommandLogger(), async (addresses) => {
    await requireMigrated(addresses);
    const { db, close } = createDatabase({ connectionString: addresses.direct, onIdleError: () => undefined });
    try {
      await db.transaction().execute(async (tx) => {
        await deleteSigningKeys(tx);
        await deleteAllSecondFactors(tx);
        await forgetKey(tx);
      });
    } finally {
      await close();
    }
    print('The key is forgotten. The next start uses the configured key, or creates one.');
    print('Accounts and sessions stay, without second factors: users must set them up again.');
    print('Users must connect music accounts again, and links in sent emails expire.');
  });
}
