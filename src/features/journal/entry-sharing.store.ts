import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { EffectiveSharing } from './visibility.rules.ts';

/**
 * Carries a change of a notebook over to its entries: each level that an entry inherits becomes what the notebook's now
 * comes to.
 */
export async function updateInheritedSharing(tx: Tx, notebookId: string, inherited: EffectiveSharing): Promise<void> {
  await sql`
    with ${inOrder(sql`notebook_id = ${notebookId} and 'user' in (metadata_visibility, content_visibility)`)}
    update journal_entry entry set
      effective_metadata_visibility = case when metadata_visibility = 'user'
        then ${inherited.metadataLevel} else effective_metadata_visibility end,
      metadata_audience = case when metadata_visibility = 'user'
        then ${inherited.metadataAudience}::uuid else metadata_audience end,
      effective_content_visibility = case when content_visibility = 'user'
        then ${inherited.contentLevel} else effective_content_visibility end,
      content_audience = case when content_visibility = 'user'
        then ${inherited.contentAudience}::uuid else content_audience end
    from locked where entry.id = locked.id`.execute(tx);
}

/** Takes all entries out of a notebook: what they inherited from it, they share with nobody. */
export async function updateEntriesWithoutNotebook(tx: Tx, notebookId: string): Promise<void> {
  await sql`
    with ${inOrder(sql`notebook_id = ${notebookId}`)}
    update journal_entry entry set
      notebook_id = null,
      effective_metadata_visibility = case when metadata_visibility = 'user'
        then 'user' else effective_metadata_visibility end,
      metadata_audience = case when metadata_visibility <> 'user' then metadata_audience end,
      effective_content_visibility = case when content_visibility = 'user'
        then 'user' else effective_content_visibility end,
      content_audience = case when content_visibility <> 'user' then content_audience end
    from locked where entry.id = locked.id`.execute(tx);
}

/**
 * Makes entries that are shared with one of these groups their author's alone, as far as they meant it: those that name the
 * group, and those in one of these notebooks, which did. A level that meant the group falls to `user`, unless `user` would
 * inherit what the entry's notebook shares. With an author, theirs alone; else everybody's.
 */
export async function updateEntriesWithoutGroups(
  tx: Tx,
  groupIds: readonly string[],
  notebookIds: readonly string[],
  authorId: string | null,
): Promise<void> {
  const groups = sql`${[...groupIds]}::uuid[]`;
  // The first condition is for the indexes. What is in such a notebook need not have inherited anything.
  const isNear = sql`(team_id = any (${groups}) or org_id = any (${groups})
    or notebook_id = any (${[...notebookIds]}::uuid[]))`;
  const isShared = sql`(team_id = any (${groups}) or org_id = any (${groups})
    or metadata_audience = any (${groups}) or content_audience = any (${groups}))`;
  const isTheirs = authorId === null ? sql`true` : sql`user_id = ${authorId}`;
  const levelOf = (column: 'metadata_visibility' | 'content_visibility') => {
    const [level, inherited] = [sql.ref(`entry.${column}`), sql.ref(`notebook.${column}`)];
    return sql`case
      when (${level} = 'team' and team_id = any (${groups}) or ${level} = 'org' and org_id = any (${groups}))
        and not exists (select from notebook where notebook.id = notebook_id and ${inherited} <> 'user')
      then 'user' else ${level} end`;
  };
  await sql`
    with ${inOrder(sql`${isNear} and ${isShared} and ${isTheirs}`)}
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
    from locked where entry.id = locked.id`.execute(tx);
}

/**
 * The table `locked`: the entries to change, locked in the order of their ids. Whoever changes many entries at once does so
 * in this order, so that none of two waits for the other.
 */
function inOrder(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`locked as (select id from journal_entry where ${condition} order by id for no key update)`;
}

/** Lets each further statement of the transaction take this long, and plans it for the groups that it is about. */
export async function setUpForManyChanges(tx: Tx, timeoutMs: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true),
    set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
}
