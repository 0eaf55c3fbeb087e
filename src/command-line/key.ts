import { forgetKey } from '../platform/crypto/key-check.ts';
import { createDatabase } from '../platform/db/database.ts';
import { deleteSigningKeys } from '../providers/identity/sealed-keys.ts';
import { createCommandLogger, readOwnConfig, requireMigrated, withDatabase } from './command.ts';
import { print } from './output.ts';

/** Gives up what was sealed under a key that is lost, so that the next start takes another one. */
export async function forgetEncryptionKey(): Promise<void> {
  await withDatabase(readOwnConfig(), createCommandLogger(), async (connectionString) => {
    await requireMigrated(connectionString);
    const { db, close } = createDatabase({ connectionString, onIdleError: () => undefined });
    try {
      await db.transaction().execute(async (tx) => {
        await deleteSigningKeys(tx);
        await forgetKey(tx);
      });
    } finally {
      await close();
    }
    print('The key is forgotten: the next start takes the one that it finds.');
    print(
      'Accounts and sessions stay. Music accounts have to be connected again, and links in mails that were sent end.',
    );
  });
}
