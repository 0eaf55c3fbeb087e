import type { Actor } from '../../../access/actor.ts';
import { excludeMentions, listBlockedWithEach, recordAudit } from '../../account/index.ts';
import { signedUrl } from '../../media/index.ts';
import type { JournalDeps } from '../deps.ts';
import type { Entry } from './entry.schema.ts';
import type { EntryRow } from './entry.store.ts';

/** Returns entries as the API returns them. The store has already removed hidden content and the data derived from it. */
export async function viewsOfEntries(deps: JournalDeps, rows: readonly EntryRow[]): Promise<Entry[]> {
  const blockedUsers = await listBlockedUsersOfAuthors(deps, rows);
  return rows.map((row) => viewOf(deps, row, blockedUsers));
}

export async function viewOfEntry(deps: JournalDeps, row: EntryRow): Promise<Entry> {
  return viewOf(deps, row, await listBlockedUsersOfAuthors(deps, [row]));
}

/** Audits the entries whose content the actor reads only as a super admin. Comes before the response. */
export async function auditReads(deps: JournalDeps, actor: Actor, rows: readonly EntryRow[]): Promise<void> {
  const subjectIds = rows.filter((row) => row.read_by_privilege).map(({ id }) => id);
  if (subjectIds.length === 0) return;
  await recordAudit(deps, deps.db, actor, { action: 'journal.read-hidden', subjectType: 'journal_entry', subjectIds });
}

/** By the id of the author: the users with a block in either direction. */
type BlockedUsers = ReadonlyMap<string, ReadonlySet<string>>;

/** Stored mentions ignore blocks, because blocks change; so each response applies the blocks of the moment. */
async function listBlockedUsersOfAuthors(deps: JournalDeps, rows: readonly EntryRow[]): Promise<BlockedUsers> {
  const authors = new Set(rows.filter((row) => row.mentions?.length).map(({ user_id }) => user_id));
  return authors.size === 0 ? new Map() : listBlockedWithEach(deps.db, [...authors]);
}

function viewOf(deps: JournalDeps, row: EntryRow, blockedUsers: BlockedUsers): Entry {
  const { mentions } = row;
  return {
    id: row.id,
    user_id: row.user_id,
    title: row.title,
    content: row.content,
    content_hidden: row.content_hidden,
    mood: row.mood,
    emotional_tone: row.emotional_tone,
    tags: row.tags,
    notebook_id: row.notebook_id,
    metadata_visibility: row.metadata_visibility,
    content_visibility: row.content_visibility,
    team_id: row.team_id,
    org_id: row.org_id,
    effective_metadata_visibility: row.effective_metadata_visibility,
    effective_content_visibility: row.effective_content_visibility,
    music_track_id: row.music_track_id,
    background_image_url: row.background_key === null ? null : signedUrl(deps, row.background_key),
    mentions: mentions && excludeMentions(mentions, blockedUsers.get(row.user_id)),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
