import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EffectiveSharing } from './visibility.rules.ts';

/** Applies the sharing of an owner's notebook to the levels that its entries inherit. */
export async function updateInheritedSharing(
  tx: Tx,
  ownerId: string,
  notebookId: string,
  inherited: EffectiveSharing,
): Promise<void> {
  await sql`
    with ${lockInOrder(sql`user_id = ${ownerId} and notebook_id = ${notebookId} and 'user' in (metadata_visibility, content_visibility)`)}
    update journal_entry entry set
      effective_metadata_visibility = case when metadata_visibility = 'user'
        then ${inherited.metadataLevel} else effective_metadata_visibility end,
      metadata_audience = case when metadata_visibility = 'user'
        then ${inherited.metadataAudience}::uuid else metadata_audience end,
      effective_content_visibility = case when content_visibility = 'user'
        then ${inherited.contentLevel} else effective_content_visibility end,
      content_audience = case when content_visibility = 'user'
        then ${inherited.contentAudience}::uuid else content_audience end
    from locked where entry.user_id = locked.user_id and entry.id = locked.id`.execute(tx);
}

/** Removes all entries from an owner's notebook. Levels that they inherited from it become owner only. */
export async function updateEntriesWithoutNotebook(tx: Tx, ownerId: string, notebookId: string): Promise<void> {
  await sql`
    with ${lockInOrder(sql`user_id = ${ownerId} and notebook_id = ${notebookId}`)}
    update journal_entry entry set
      notebook_id = null,
      effective_metadata_visibility = case when metadata_visibility = 'user'
        then 'user' else effective_metadata_visibility end,
      metadata_audience = case when metadata_visibility <> 'user' then metadata_audience end,
      effective_content_visibility = case when content_visibility = 'user'
        then 'user' else effective_content_visibility end,
      content_audience = case when content_visibility <> 'user' then content_audience end
    from locked where entry.user_id = locked.user_id and entry.id = locked.id`.execute(tx);
}

/**
 * Ends the sharing of entries with these groups: of entries that name one, and of entries in these notebooks, which named one. A level
 * that meant the group becomes `user`, unless `user` would inherit what the notebook shares. `authorId` of null means all
 * authors.
 */
export async function updateEntriesWithoutGroups(
  tx: Tx,
  groupIds: readonly string[],
  notebookIds: readonly string[],
  authorId: string | null,
): Promise<void> {
  const groups = sql`${[...groupIds]}::uuid[]`;
  // The first condition selects candidates by index. An entry in such a notebook may inherit nothing.
  const isCandidate = sql`(team_id = any (${groups}) or org_id = any (${groups})
    or notebook_id = any (${[...notebookIds]}::uuid[]))`;
  const isShared = sql`(team_id = any (${groups}) or org_id = any (${groups})
    or metadata_audience = any (${groups}) or content_audience = any (${groups}))`;
  const isByAuthor = authorId === null ? sql`true` : sql`user_id = ${authorId}`;
  const levelOf = (column: 'metadata_visibility' | 'content_visibility') => {
    const [level, inherited] = [sql.ref(`entry.${column}`), sql.ref(`notebook.${column}`)];
    return sql`case
      when (${level} = 'team' and team_id = any (${groups}) or ${level} = 'org' and org_id = any (${groups}))
        and not exists (select from notebook
          where notebook.user_id = entry.user_id and notebook.id = notebook_id and ${inherited} not in ('user', 'private'))
      then 'user' else ${level} end`;
  };
  await sql`
    with ${lockInOrder(sql`${isCandidate} and ${isShared} and ${isByAuthor}`)}
    update journal_entry entry set
      metadata_visibility = ${levelOf('metadata_visibility')},
      content_visibility = ${levelOf('content_visibility')},
      team_id = case when team_id = any (${groups}) then null else team_id end,
      org_id = case when org_id = any (${groups}) then null else org_id end,
      effective_metadata_visibility = case when metadata_audience = any (${groups})
        then 'user' else effective_metadata_visibility end,
      metadata_audience = case when metadata_audience = any (${groups}) then null else metadata_audience end,
      effective_content_visibility = case when content_audience = any (${groups})
        then 'user' else effective_content_visibility end,
      content_audience = case when content_audience = any (${groups}) then null else content_audience end
    from locked where entry.user_id = locked.user_id and entry.id = locked.id`.execute(tx);
}

/**
 * Locks the notebooks that name one of these groups, and the notebooks of entries that do. `authorId` of null means all authors.
 */
export async function lockNotebooksOfGroups(
  tx: Tx,
  groupIds: readonly string[],
  authorId: string | null,
): Promise<void> {
  const groups = sql`${[...groupIds]}::uuid[]`;
  const isByAuthor = authorId === null ? sql`true` : sql`user_id = ${authorId}`;
  await sql`
    select from notebook
    where (team_id = any (${groups}) or org_id = any (${groups}) or id in (
        select notebook_id from journal_entry
        where (team_id = any (${groups}) or org_id = any (${groups})) and ${isByAuthor}
      )) and ${isByAuthor}
    order by id for no key update`.execute(tx);
}

/**
 * Ends the sharing of notebooks with these groups and returns the ids of the changed notebooks. Call `lockNotebooksOfGroups` first.
 * `authorId` of null means all authors.
 */
export async function updateNotebooksWithoutGroups(
  tx: Tx,
  groupIds: readonly string[],
  authorId: string | null,
): Promise<string[]> {
  const groups = sql`${[...groupIds]}::uuid[]`;
  const isByAuthor = authorId === null ? sql`true` : sql`user_id = ${authorId}`;
  const levelOf = (level: RawBuilder<unknown>) => sql`case
    when ${level} = 'team' and team_id = any (${groups}) or ${level} = 'org' and org_id = any (${groups})
    then 'user' else ${level} end`;
  const { rows } = await sql<{ id: string }>`
    update notebook set
      metadata_visibility = ${levelOf(sql.ref('metadata_visibility'))},
      content_visibility = ${levelOf(sql.ref('content_visibility'))},
      team_id = case when team_id = any (${groups}) then null else team_id end,
      org_id = case when org_id = any (${groups}) then null else org_id end
    where (team_id = any (${groups}) or org_id = any (${groups})) and ${isByAuthor}
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The table `locked`: the entries to change, locked in the order of their ids, so that two transactions cannot deadlock. */
function lockInOrder(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`locked as (select user_id, id from journal_entry where ${condition} order by id for no key update)`;
}

/** Sets the timeout of the transaction's further statements and has each planned for its own parameters. */
export async function setUpForManyChanges(tx: Tx, timeoutMs: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true),
    set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
}
