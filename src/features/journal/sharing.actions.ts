import type { Db, Tx } from '../../platform/db/database.ts';
import { entryErrors } from './entry.schema.ts';
import { findSharingOfNotebook } from './notebook.store.ts';
import {
  decideEffectiveSharing,
  type EffectiveSharing,
  groupsNamedBy,
  mentionsSharing,
  mergeSharing,
  requireMembership,
  sharingAmong,
} from './visibility.rules.ts';
import type { Sharing, SharingInput } from './visibility.schema.ts';
import { findOrganizationFacts, findTeamFacts, lockGroups } from './visibility.store.ts';

/**
 * Makes sure that the author may share like this: the groups exist, and the author belongs to them. Throws the refusals of
 * `visibilityErrors`.
 */
export async function requireMayShare(db: Db, authorId: string, sharing: Sharing): Promise<void> {
  const team = sharing.team_id === null ? null : await findTeamFacts(db, sharing.team_id, authorId);
  const org = sharing.org_id === null ? null : await findOrganizationFacts(db, sharing.org_id, authorId);
  requireMembership(team, org);
}

/** The sharing of the author's notebook; null for no notebook. Throws `journal.notebook-not-yours`. */
export async function requireNotebook(db: Db, authorId: string, notebookId: string | null): Promise<Sharing | null> {
  if (notebookId === null) return null;
  const notebook = await findSharingOfNotebook(db, authorId, notebookId);
  if (notebook === undefined) throw entryErrors.notebookNotYours();
  return notebook;
}

/**
 * What a record is shared with after a request, and what that comes to in its notebook. Comes in the transaction that writes
 * the record, right after the journal's lock; the groups that are meant are held until it ends. A request that says nothing
 * about sharing leaves it alone, even where the group it once named is gone: the author can still correct a title. Throws
 * the refusals of `visibilityErrors`, and `journal.notebook-not-yours`.
 */
export async function resolveSharing(
  tx: Tx,
  authorId: string,
  current: Sharing,
  asked: SharingInput,
  notebookId: string | null,
): Promise<{ sharing: Sharing; effective: EffectiveSharing }> {
  const found = await requireNotebook(tx, authorId, notebookId);
  const groups = await lockGroups(tx, groupsNamedBy(current, asked, found));
  // What was read before the groups were held may name one that has been deleted meanwhile.
  const notebook = found && sharingAmong(groups, found, null);
  const before = sharingAmong(groups, current, notebook);
  const sharing = mentionsSharing(asked) ? mergeSharing(before, asked) : before;
  if (mentionsSharing(asked)) await requireMayShare(tx, authorId, sharing);
  return { sharing, effective: decideEffectiveSharing(sharing, notebook) };
}
