import type { Actor } from '#access/actor.ts';
import { requireVerifiedAddress } from '#access/verified-address.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import {
  lockNotebooksOfGroups,
  setUpForManyChanges,
  updateEntriesWithoutGroups,
  updateNotebooksWithoutGroups,
} from './audience.store.ts';
import {
  checkMembership,
  decideEffectiveSharing,
  type EffectiveSharing,
  groupsNamedBy,
  isSharingChange,
  mergeSharing,
  reachesOthers,
  withoutMissingGroups,
} from './visibility.rules.ts';
import type { Sharing, SharingInput } from './visibility.schema.ts';
import { findOrganizationFacts, findTeamFacts, lockGroups } from './visibility.store.ts';

/** Checks that the groups exist and that the author is a member of them. */
export async function requireMayShare(db: Db, authorId: string, sharing: Sharing): Promise<void> {
  const team = sharing.team_id === null ? null : await findTeamFacts(db, sharing.team_id, authorId);
  const org = sharing.org_id === null ? null : await findOrganizationFacts(db, sharing.org_id, authorId);
  checkMembership(team, org);
}

/** Checks that a record of the actor may reach those who can see it. */
export function requireMayReach(actor: Actor, effective: EffectiveSharing): void {
  if (reachesOthers(effective)) requireVerifiedAddress(actor);
}

/**
 * Resolves the sharing of a record after a request, and its effective visibility. Call it in the transaction that writes the record, after
 * `lockJournal`: it locks the groups. A request without sharing fields keeps the current sharing, even if its group no longer exists, so
 * that the author can still correct a title.
 * @param notebook The sharing of the author's notebook; null for none.
 */
export async function resolveSharing(
  tx: Tx,
  authorId: string,
  current: Sharing,
  requested: SharingInput,
  notebook: Sharing | null,
): Promise<{ sharing: Sharing; effective: EffectiveSharing }> {
  const groups = await lockGroups(tx, groupsNamedBy(current, requested, notebook));
  // The notebook was read before its groups were locked, so one of them may have been deleted since.
  const inherited = notebook && withoutMissingGroups(groups, notebook, null);
  const before = withoutMissingGroups(groups, current, inherited);
  if (!isSharingChange(requested)) return { sharing: before, effective: decideEffectiveSharing(before, inherited) };
  const sharing = mergeSharing(before, requested);
  await requireMayShare(tx, authorId, sharing);
  return { sharing, effective: decideEffectiveSharing(sharing, inherited) };
}

/**
 * Ends the sharing of an author's entries and notebooks with these groups. Call it in the transaction that ends the membership, after
 * `lockJournal`.
 */
export async function revokeSharing(tx: Tx, groupIds: readonly string[], authorId: string): Promise<void> {
  await revoke(tx, groupIds, authorId);
}

/**
 * Ends the sharing of all authors with these groups. Call it in the transaction that deletes the groups, after their rows are locked for
 * update: authors lock a group to share with it, so no sharing can follow.
 */
export async function revokeAllSharing(tx: Tx, groupIds: readonly string[]): Promise<void> {
  await revoke(tx, groupIds, null);
}

/** An entry takes up to 1 ms, because the indexes of its text are written too. */
const STATEMENT_TIMEOUT_MS = 5 * 60_000;

async function revoke(tx: Tx, groupIds: readonly string[], authorId: string | null): Promise<void> {
  await setUpForManyChanges(tx, STATEMENT_TIMEOUT_MS);
  await lockNotebooksOfGroups(tx, groupIds, authorId);
  const notebookIds = await updateNotebooksWithoutGroups(tx, groupIds, authorId);
  await updateEntriesWithoutGroups(tx, groupIds, notebookIds, authorId);
}
