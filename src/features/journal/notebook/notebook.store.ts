import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import { type ExpectedVersions, hasVersion } from '#platform/db/record-version.ts';
import type { Notebook } from '#platform/db/tables.generated.ts';
import type { Sharing } from '../visibility/visibility.schema.ts';
import { groupsOf, isGroupOfViewer, mayReadMetadata, type Viewer } from '../visibility/visibility.store.ts';

export type NotebookRow = Selectable<Notebook>;

/** A notebook whose metadata the viewer may read. */
export async function findVisibleNotebook(db: Db, viewer: Viewer, id: string): Promise<NotebookRow | undefined> {
  const { rows } = await sql<NotebookRow>`
    with ${groupsOf(viewer)}
    select * from notebook where id = ${id} and ${isNotebookVisibleTo(viewer)}`.execute(db);
  return rows[0];
}

/**
 * Whether the viewer may read the metadata of a row of `notebook`: their own, or one that an active user shares with them. The query has to
 * start with `with ${groupsOf(viewer)}`.
 */
export function isNotebookVisibleTo({ userId, isSuperAdmin }: Viewer): RawBuilder<boolean> {
  if (isSuperAdmin) return sql`true`;
  return sql`(
    notebook.user_id = ${userId}
    or (
      notebook.metadata_visibility = 'public'
      or notebook.metadata_visibility = 'team' and ${isGroupOfViewer('notebook.team_id')}
      or notebook.metadata_visibility = 'org' and ${isGroupOfViewer('notebook.org_id')}
    ) and exists (select from profile where profile.id = notebook.user_id and profile.is_active))`;
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

/**
 * Lists the notebooks that active users share with this one, newest first. Merges the newest of each audience, so that the cost grows with
 * the page size and the number of groups, not with the number of notebooks.
 */
export async function listNotebooksSharedWith(
  db: Db,
  userId: string,
  after: Position | null,
  limit: number,
): Promise<NotebookRow[]> {
  const newest = (condition: RawBuilder<unknown>) => sql`(
    select * from notebook
    where ${condition} and user_id <> ${userId} and ${afterCursor(after)}
      and not exists (select from profile where profile.id = notebook.user_id and not profile.is_active)
    order by created_at desc, id desc
    limit ${limit})`;
  const { rows } = await sql<NotebookRow>`
    select * from (
      ${newest(sql`metadata_visibility = 'public'`)}
      union all
      select of_team.* from team_member member
      cross join lateral ${newest(sql`metadata_visibility = 'team' and team_id = member.team_id`)} of_team
      where member.user_id = ${userId}
      union all
      select of_organization.* from organization_member member
      cross join lateral ${newest(sql`metadata_visibility = 'org' and org_id = member.org_id`)} of_organization
      where member.user_id = ${userId}
    ) notebook
    order by created_at desc, id desc
    limit ${limit}`.execute(db);
  return rows;
}

export async function listNotebooksWithIds(db: Db, userId: string, ids: readonly string[]): Promise<NotebookRow[]> {
  const { rows } = await sql<NotebookRow>`
    select * from notebook where id = any (${[...ids]}::uuid[]) and user_id = ${userId}`.execute(db);
  return rows;
}

/** The entries of a notebook that a viewer may see. */
export type EntryTotals = { entry_count: number; inheriting_entry_count: number; last_entry_at: Date };

/** Counts the entries of all these notebooks that the viewer may see. Omits notebooks without any. */
export async function countEntriesOfNotebooks(
  db: Db | Tx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EntryTotals>> {
  const { rows } = await sql<EntryTotals & { notebook_id: string }>`
    with ${groupsOf(viewer)}
    select notebook_id, count(*)::integer as entry_count, max(created_at) as last_entry_at,
      (count(*) filter (where 'user' in (metadata_visibility, content_visibility)))::integer as inheriting_entry_count
    from journal_entry entry
    where notebook_id = any (${[...ids]}::uuid[]) and ${mayReadMetadata(viewer)}
    group by notebook_id`.execute(db);
  return new Map(rows.map((row) => [row.notebook_id, row]));
}

export async function findSharingOfNotebook(db: Db, userId: string, id: string): Promise<Sharing | undefined> {
  return db
    .selectFrom('notebook')
    .select(['metadata_visibility', 'content_visibility', 'team_id', 'org_id'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function findNotebookOf(db: Db, userId: string, id: string): Promise<NotebookRow | undefined> {
  return db.selectFrom('notebook').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
}

/**
 * Locks the owner's notebook for deletion. Returns false if the owner has no such notebook of this version. Comes before any lock of its
 * entries.
 */
export async function lockNotebookOf(tx: Tx, userId: string, id: string, expected: ExpectedVersions): Promise<boolean> {
  const row = await tx
    .selectFrom('notebook')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(hasVersion(expected))
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

/** Returns undefined if the id is taken. */
export async function insertNotebook(db: Db | Tx, notebook: NewNotebookValues): Promise<NotebookRow | undefined> {
  const { id, userId, name, description, sharing, now } = notebook;
  return db
    .insertInto('notebook')
    .values({ id, user_id: userId, name, description, ...sharing, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Undefined keeps the value. */
export type NotebookValues = { name?: string | undefined; description?: string | undefined; sharing: Sharing };

/** Returns undefined if the owner no longer has the notebook, or it has another version. */
export async function updateNotebook(
  tx: Tx,
  userId: string,
  id: string,
  expected: ExpectedVersions,
  values: NotebookValues,
  now: Date,
): Promise<NotebookRow | undefined> {
  const { name, description, sharing } = values;
  return tx
    .updateTable('notebook')
    .set({ name, description, ...sharing, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where(hasVersion(expected))
    .returningAll()
    .executeTakeFirst();
}

/** Inserts a deleted notebook as `to_jsonb` stored it, with these changes. Returns undefined if the id is taken. */
export async function insertRestoredNotebook(
  tx: Tx,
  record: { version: number },
  sharing: Sharing,
  now: Date,
): Promise<{ id: string } | undefined> {
  const restored = JSON.stringify({ ...record, ...sharing, version: record.version + 1, updated_at: now });
  const { rows } = await sql<{ id: string }>`
    insert into notebook select * from jsonb_populate_record(null::notebook, ${restored}::jsonb)
    on conflict (id) do nothing
    returning id`.execute(tx);
  return rows[0];
}
