import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockNamed } from '#platform/db/named-lock.ts';
import type { GroupFacts } from './visibility.rules.ts';

/** The user who reads. */
export type Viewer = { userId: string; isSuperAdmin: boolean };

/*
 * The SQL conditions of visibility are defined here only. A query of visible entries starts with `with ${groupsOf(viewer)}` and calls the
 * table `entry`. The nil UUID is a literal, so that the planner uses the statistics of the public audience.
 */

/** The table `viewer_group`. Its array `ids` contains the viewer's teams and organizations. */
export function groupsOf(viewer: Viewer): RawBuilder<unknown> {
  return sql`viewer_group as materialized (
    select array(
      select team_id from team_member where user_id = ${viewer.userId}
      union all
      select org_id from organization_member where user_id = ${viewer.userId}
    ) as ids)`;
}

const VIEWER_GROUPS = sql`(select ids from viewer_group)::uuid[]`;

/** Whether a column has the id of one of the viewer's teams and organizations. */
export function isGroupOfViewer(column: string): RawBuilder<boolean> {
  return sql`${sql.ref(column)} = any (${VIEWER_GROUPS})`;
}

/**
 * Whether the author is active; entries of inactive users are hidden from others. A subquery for each row, so that a query still reads
 * entries in index order. The partial index contains inactive users only, so the subquery is cheap.
 */
export const isAuthorActive = sql<boolean>`
  coalesce((select false from profile author where author.id = entry.user_id and not author.is_active), true)`;

/** Whether the viewer may read the metadata of the entry. */
export function mayReadMetadata(viewer: Viewer): RawBuilder<boolean> {
  return viewer.isSuperAdmin ? sql`true` : isInMetadataAudience(viewer);
}

/** Whether a viewer who may read the metadata may read the content too, and the data derived from it. */
export function mayReadContent(viewer: Viewer): RawBuilder<boolean> {
  return viewer.isSuperAdmin ? sql`true` : belongsTo(viewer, sql.ref('entry.content_audience'));
}

/** Whether the viewer may read the content only as a super admin. Such reads are audited. */
export function readsByPrivilege(viewer: Viewer): RawBuilder<boolean> {
  if (!viewer.isSuperAdmin) return sql`false`;
  return sql`not (${isInMetadataAudience(viewer)} and ${belongsTo(viewer, sql.ref('entry.content_audience'))})`;
}

function isInMetadataAudience(viewer: Viewer): RawBuilder<boolean> {
  return sql`(${belongsTo(viewer, sql.ref('entry.metadata_audience'))} and ${isAuthorActive})`;
}

function belongsTo(viewer: Viewer, audience: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce(
    entry.user_id = ${viewer.userId}
    or ${audience} = '00000000-0000-0000-0000-000000000000'
    or ${audience} = any (${VIEWER_GROUPS}), false)`;
}

/**
 * Locks an author's journal (advisory lock). Each change of the visibility of an author's entries takes this lock first: changes of entries
 * and notebooks, and the end of a membership. So their rows need no locks of their own and no lock order. Comes before any lock of a group.
 */
export async function lockJournal(tx: Tx, authorId: string): Promise<void> {
  await lockNamed(tx, `journal of ${authorId}`);
}

/**
 * Locks teams and organizations against deletion and returns the ids of those that exist, in lower case. Comes after `lockJournal` and
 * before any lock of a notebook or an entry.
 */
export async function lockGroups(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  // Organizations first: the deletion of an organization locks it before its teams.
  const organizations = await sql<{ id: string }>`
    select id from organization where id = any (${[...ids]}::uuid[]) order by id for key share`.execute(tx);
  const teams = await sql<{ id: string }>`
    select id from team where id = any (${[...ids]}::uuid[]) order by id for key share`.execute(tx);
  return new Set([...organizations.rows, ...teams.rows].map(({ id }) => id));
}

export async function findTeamFacts(db: Db, teamId: string, userId: string): Promise<GroupFacts> {
  const { rows } = await sql<GroupFacts>`
    select exists (select from team where id = ${teamId}) as exists,
      exists (select from team_member where team_id = ${teamId} and user_id = ${userId}) as "isMember"`.execute(db);
  return rows[0] ?? { exists: false, isMember: false };
}

export async function findOrganizationFacts(db: Db, orgId: string, userId: string): Promise<GroupFacts> {
  const { rows } = await sql<GroupFacts>`
    select exists (select from organization where id = ${orgId}) as exists,
      exists (select from organization_member where org_id = ${orgId} and user_id = ${userId}) as "isMember"`.execute(
    db,
  );
  return rows[0] ?? { exists: false, isMember: false };
}
