import type { Mention } from '#features/account';
import { notify } from '#features/notification';
import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import type { JournalDeps } from '../deps.ts';
import type { EffectiveSharing } from '../visibility/visibility.rules.ts';
import { findRecipients } from './sharing-notification.store.ts';
import { entryShared, mentionedIn, notebookShared } from './sharing-notification.template.ts';

type Deps = Pick<JournalDeps, 'db' | 'clock' | 'ids' | 'log'>;

/** The first mentions of an entry notify. */
const MAX_MENTIONED = 50;

/** Larger teams are not notified, because sharing with them is no message to each member. */
const MAX_MEMBERS = 100;

/** `audienceBefore` could read the metadata before; null for the owner only. */
type Shared = { id: string; authorId: string; effective: EffectiveSharing; audienceBefore: string | null };

/**
 * Notifies the mentioned users who may read the text, once for each entry, and the members of a team that the entry is newly
 * shared with, once a day for each author.
 */
export async function notifyOfEntry(
  deps: Deps,
  tx: Tx,
  { mentions, ...entry }: Shared & { mentions: readonly Mention[] },
): Promise<void> {
  const { id, authorId, effective } = entry;
  const mentioned = mentions.slice(0, MAX_MENTIONED).map(({ user_id }) => user_id);
  const teamId = newTeamOf(entry);
  const isMentioning = mentioned.length > 0 && effective.contentAudience !== null;
  if (!isMentioning && teamId === null) return;
  const found = await findRecipients(tx, { authorId, mentioned, effective, teamId, limit: MAX_MEMBERS + 1 });
  const day = localDateOf(deps.clock.now(), 'UTC');
  const sharing = { authorId, authorName: found.author_name, teamName: found.team_name, day };
  const members = teamId === null || found.members.length > MAX_MEMBERS ? [] : found.members;
  await notify(deps, tx, [
    ...found.mentioned.map((userId) => mentionedIn(id, userId, sharing)),
    ...members.map((userId) => entryShared(id, userId, { ...sharing, teamId: teamId ?? '' })),
  ]);
}

/** Notifies the members of a team that a notebook is newly shared with. */
export async function notifyOfNotebook(deps: Deps, tx: Tx, notebook: Shared): Promise<void> {
  const { id, authorId, effective } = notebook;
  const teamId = newTeamOf(notebook);
  if (teamId === null) return;
  const found = await findRecipients(tx, { authorId, mentioned: [], effective, teamId, limit: MAX_MEMBERS + 1 });
  if (found.members.length > MAX_MEMBERS) return;
  const sharing = { authorId, authorName: found.author_name, teamId, teamName: found.team_name };
  await notify(
    deps,
    tx,
    found.members.map((userId) => notebookShared(id, userId, sharing)),
  );
}

function newTeamOf({ effective, audienceBefore }: Shared): string | null {
  const { metadataLevel, metadataAudience } = effective;
  return metadataLevel === 'team' && metadataAudience !== audienceBefore ? metadataAudience : null;
}
