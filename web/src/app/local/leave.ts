import { keepKnownUser, knownUser, SIGNED_OUT, sessionChannel } from './known-user.ts';

/** Notes whose device this is. What it kept of another user is deleted, but for what that user has written and not sent. */
export async function enterDevice(userId: string): Promise<void> {
  const known = knownUser();
  if (known !== null && known !== userId) {
    const { wipeLocalDatabases } = await import('./database.ts');
    await wipeLocalDatabases(null);
  }
  keepKnownUser(userId);
}

/** Leaves the page when another tab signs out: first its databases are closed, so that they can be deleted. */
export function followSignOut(): void {
  sessionChannel.addEventListener('message', async ({ data }) => {
    if (data !== SIGNED_OUT) return;
    try {
      const [{ closeLocalDatabase }, { closeCachedQueries }] = await Promise.all([
        import('./database.ts'),
        import('./cached-query.ts'),
      ]);
      closeLocalDatabase();
      closeCachedQueries();
    } finally {
      // Also without a connection, when a part of the client cannot be loaded.
      window.location.replace('/sign-in');
    }
  });
}
