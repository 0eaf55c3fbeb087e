import { unwrap } from '@meadow/client';
import { api } from '../api.ts';
import { removePushDevice } from '../worker/push-subscription.ts';
import { hasAccessToken } from './access-token.ts';

/**
 * Ends push on this device and the session, deletes what this device keeps, and opens the sign-in. Throws if the server did not end the session. A token of an
 * outside provider has no session here: it goes with the page.
 */
export async function signOut(): Promise<void> {
  await removePushDevice();
  if (!hasAccessToken()) await unwrap(api.POST('/auth/sign-out', { body: {} }));
  await forgetUser();
}

/** Deletes what this device keeps of the user, whose session is over, and opens the sign-in with an empty cache. */
export async function forgetUser(): Promise<void> {
  const [{ wipeLocalDatabases }, { knownUser }] = await Promise.all([
    import('../local/database.ts'),
    import('../local/known-user.ts'),
  ]);
  await wipeLocalDatabases(knownUser());
  window.location.replace('/sign-in');
}

/** How many writes wait on this device. A sign-out would lose them. */
export async function countUnsent(userId: string): Promise<number> {
  const { localDatabase } = await import('../local/database.ts');
  return localDatabase(userId).outbox.count();
}
