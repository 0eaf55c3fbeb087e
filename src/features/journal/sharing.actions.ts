import type { Db } from '../../platform/db/database.ts';
import { entryErrors } from './entry.schema.ts';
import { findSharingOfNotebook } from './notebook.store.ts';
import { decideEffectiveSharing, type EffectiveSharing, requireMembership } from './visibility.rules.ts';
import type { Sharing } from './visibility.schema.ts';
import { findOrganizationFacts, findTeamFacts } from './visibility.store.ts';

/**
 * Makes sure that the author may share like this: the groups exist, and the author belongs to them. Throws the refusals of
 * `visibilityErrors`.
 */
export async function requireMayShare(db: Db, authorId: string, sharing: Sharing): Promise<void> {
  const team = sharing.team_id === null ? null : await findTeamFacts(db, sharing.team_id, authorId);
  const org = sharing.org_id === null ? null : await findOrganizationFacts(db, sharing.org_id, authorId);
  requireMembership(team, org);
}

/** What the sharing of an entry comes to in its notebook. Throws `journal.notebook-not-yours`. */
export async function resolveSharing(
  db: Db,
  authorId: string,
  sharing: Sharing,
  notebookId: string | null,
): Promise<EffectiveSharing> {
  if (notebookId === null) return decideEffectiveSharing(sharing, null);
  const notebook = await findSharingOfNotebook(db, authorId, notebookId);
  if (notebook === undefined) throw entryErrors.notebookNotYours();
  return decideEffectiveSharing(sharing, notebook);
}
