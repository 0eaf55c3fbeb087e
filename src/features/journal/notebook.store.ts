import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { afterCursor, type Position } from '../../platform/db/pagination.ts';
import type { Notebook } from '../../platform/db/tables.generated.ts';
import type { Sharing } from './visibility.schema.ts';
import type { Viewer } from './visibility.store.ts';

export type NotebookRow = Selectable<Notebook>;

/** A notebook whose metadata the viewer may read: their own, or one that an active person shares with them. */
export async function findVisibleNotebook(db: Db, viewer: Viewer, id: string): Promise<NotebookRow | undefined> {
  const { userId, isSuperAdmin } = viewer;
  const { rows } = await sql<NotebookRow>`
    select * from notebook
    where id = ${id} and (
      ${isSuperAdmin}
      or user_id = ${userId}
      or (
        metadata_visibility = 'public'
        or metadata_visibility = 'team' and team_id in (select team_id from team_member where user_id = ${userId})
        or metadata_visibility = 'org' and org_id in (select org_id from organization_member where user_id = ${userId})
      ) and exists (select from profile where profile.id = notebook.user_id and profile.is_active)
    )`.execute(db);
  return rows[0];
}

export async function listNotebooksOf(
  db: Db,
  userId: string,
  after: Position | null,
  limit: number,
): Promise<NotebookRow[]> {
  const query = db.selectFrom('notebook').selectAll().where('user_id', '=', userId);
  return query.where(afterCursor(after)).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The sharing of the owner's notebook. */
export async function findSharingOfNotebook(db: Db, userId: string, id: string): Promise<Sharing | undefined> {
  return db
    .selectFrom('notebook')
    .select(['metadata_visibility', 'content_visibility', 'team_id', 'org_id'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The owner's notebook. */
export async function findNotebookOf(db: Db, userId: string, id: string): Promise<NotebookRow | undefined> {
  return db.selectFrom('notebook').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
}

/** Holds the owner's notebook until it is deleted; false where there is none. Comes before any row of its entries. */
export async function lockNotebookOf(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('notebook')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export type NewNotebookValues = {
  id: string;
  userId: string;
  name: string;
  description: string;
  sharing: Sharing;
  now: Date;
};

export async function insertNotebook(db: Db | Tx, notebook: NewNotebookValues): Promise<NotebookRow> {
  const { id, userId, name, description, sharing, now } = notebook;
  return db
    .insertInto('notebook')
    .values({ id, user_id: userId, name, description, ...sharing, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type NotebookValues = { name?: string | undefined; description?: string | undefined; sharing: Sharing };

export async function updateNotebook(tx: Tx, id: string, values: NotebookValues, now: Date): Promise<NotebookRow> {
  const { name, description, sharing } = values;
  return tx
    .updateTable('notebook')
    .set({
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...sharing,
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteNotebook(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('notebook').where('id', '=', id).execute();
}

/**
 * Locks the notebooks that name one of these groups, and those of entries that do, until the transaction ends. With an author,
 * theirs alone; else all authors'.
 */
export async function lockNotebooksNearGroups(
  tx: Tx,
  groupIds: readonly string[],
  authorId: string | null,
): Promise<void> {
  const groups = sql`${[...groupIds]}::uuid[]`;
  await sql`
    select from notebook
    where (team_id = any (${groups}) or org_id = any (${groups}) or id in (
        select notebook_id from journal_entry where team_id = any (${groups}) or org_id = any (${groups})
      )) and ${authorId === null ? sql`true` : sql`user_id = ${authorId}`}
    order by id for no key update`.execute(tx);
}

/**
 * Makes notebooks that name one of these groups name none, and their levels that meant it `user`. Comes after
 * `lockNotebooksNearGroups`. With an author, theirs alone; else all authors'. Returns the ids of those that did.
 */
export async function updateNotebooksWithoutGroups(
  tx: Tx,
  groupIds: readonly string[],
  authorId: string | null,
): Promise<string[]> {
  const groups = sql`${[...groupIds]}::uuid[]`;
  const isTheirs = authorId === null ? sql`true` : sql`user_id = ${authorId}`;
  const levelOf = (level: RawBuilder<unknown>) => sql`case
    when ${level} = 'team' and team_id = any (${groups}) or ${level} = 'org' and org_id = any (${groups})
    then 'user' else ${level} end`;
  const { rows } = await sql<{ id: string }>`
    update notebook set
      metadata_visibility = ${levelOf(sql.ref('metadata_visibility'))},
      content_visibility = ${levelOf(sql.ref('content_visibility'))},
      team_id = case when team_id = any (${groups}) then null else team_id end,
      org_id = case when org_id = any (${groups}) then null else org_id end
    where (team_id = any (${groups}) or org_id = any (${groups})) and ${isTheirs}
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
