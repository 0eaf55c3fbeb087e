import type { Tx } from '../../platform/db/database.ts';
import { setUpForManyChanges, updateEntriesWithoutGroups } from './entry-sharing.store.ts';
import { lockNotebooksNearGroups, updateNotebooksWithoutGroups } from './notebook.store.ts';
import { lockJournalOf } from './visibility.store.ts';

/** Holds what a person shares still until the transaction ends. Comes before any lock of a group. */
export async function lockSharing(tx: Tx, authorId: string): Promise<void> {
  await lockJournalOf(tx, authorId);
}

/**
 * Makes what an author shares with these teams and organizations theirs alone. Comes in the transaction that ends the
 * author's membership of them, after `lockSharing`.
 */
export async function revokeSharing(tx: Tx, groupIds: readonly string[], authorId: string): Promise<void> {
  await withdraw(tx, groupIds, authorId);
}

/**
 * Makes what anybody shares with these teams and organizations their author's alone. Comes in the transaction that deletes
 * the groups, after it has locked their rows for update: writers hold them while they write, so nothing can follow.
 */
export async function revokeAllSharing(tx: Tx, groupIds: readonly string[]): Promise<void> {
  await withdraw(tx, groupIds, null);
}

/** Each entry costs up to a millisecond, because the indexes of its text take the new row too. */
const STATEMENT_TIMEOUT_MS = 5 * 60_000;

async function withdraw(tx: Tx, groupIds: readonly string[], authorId: string | null): Promise<void> {
  await setUpForManyChanges(tx, STATEMENT_TIMEOUT_MS);
  await lockNotebooksNearGroups(tx, groupIds, authorId);
  const notebookIds = await updateNotebooksWithoutGroups(tx, groupIds, authorId);
  await updateEntriesWithoutGroups(tx, groupIds, notebookIds, authorId);
}
