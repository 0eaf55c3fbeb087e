/** The user who shares, and the team that they share with. */
type Sharing = { authorId: string; authorName: string; teamId: string; teamName: string };

const nameOf = (name: string) => name || 'A user';

/** Omits title and text of the entry, because locked screens show notifications. */
export function mentionedIn(entryId: string, userId: string, { authorId, authorName }: Omit<Sharing, `team${string}`>) {
  return {
    userId,
    kind: 'mentioned' as const,
    title: 'You were mentioned',
    body: `${nameOf(authorName)} mentioned you in an entry.`,
    data: { entry_id: entryId, from_user_id: authorId },
    dedupeKey: `mentioned:${entryId}`,
  };
}

/** A user gets one for each author, team and day (UTC), for the first entry. */
export function entryShared(entryId: string, userId: string, sharing: Sharing & { day: string }) {
  const { authorId, authorName, teamId, teamName, day } = sharing;
  return {
    userId,
    kind: 'entry_shared' as const,
    title: 'An entry was shared with you',
    body: `${nameOf(authorName)} shared an entry with “${teamName}”.`,
    data: { entry_id: entryId, team_id: teamId, group_name: teamName, from_user_id: authorId },
    dedupeKey: `entry_shared:${authorId}:${teamId}:${day}`,
  };
}

/** A user gets one for each notebook and team. */
export function notebookShared(notebookId: string, userId: string, sharing: Sharing) {
  const { authorId, authorName, teamId, teamName } = sharing;
  return {
    userId,
    kind: 'notebook_shared' as const,
    title: 'A notebook was shared with you',
    body: `${nameOf(authorName)} shared a notebook with “${teamName}”.`,
    data: { notebook_id: notebookId, team_id: teamId, group_name: teamName, from_user_id: authorId },
    dedupeKey: `notebook_shared:${notebookId}:${teamId}`,
  };
}
