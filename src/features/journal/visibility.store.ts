import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { lockNamed } from '../../platform/db/named-lock.ts';
import type { GroupFacts } from './visibility.rules.ts';

/** Who looks. */
export type Viewer = { userId: string; isSuperAdmin: boolean };

/*
 * What follows is the one place that says in SQL who may see an entry. Every query about entries starts with
 * `with ${groupsOf(viewer)}`, names the entry's row `entry`, and is built from these conditions. The nil UUID is a literal
 * on purpose: statistics then tell the planner how large the public audience is.
 */

/** The teams and organizations that the viewer belongs to at this moment, as the array `ids` of the table `viewer_group`. */
export function groupsOf(viewer: Viewer): RawBuilder<unknown> {
  return sql`viewer_group as materialized (
    select array(
      select team_id from team_member where user_id = ${viewer.userId}
      union all
      select org_id from organization_member where user_id = ${viewer.userId}
    ) as ids)`;
}

/**
 * Whether the author's account is active; others do not see what a deactivated person has shared. Asked of each row, so that a
 * query goes on reading its rows off an index in time order; the partial index holds nothing but inactive people.
 */
export const isAuthorActive = sql<boolean>`
  coalesce((select false from profile author where author.id = entry.user_id and not author.is_active), true)`;

/** Whether the viewer may know of the entry: its title, mood, tags and dates. */
export function mayReadMetadata(viewer: Viewer): RawBuilder<boolean> {
  return viewer.isSuperAdmin ? sql`true` : knowsOf(viewer);
}

/** Whether the viewer, who may read the metadata, may read the text as well, and what is derived from it. */
export function mayReadContent(viewer: Viewer): RawBuilder<boolean> {
  return viewer.isSuperAdmin ? sql`true` : belongsTo(viewer, sql.ref('entry.content_audience'));
}

/** Whether the viewer may read the text only as a super admin: such a read is written to the audit log. */
export function readsByPrivilege(viewer: Viewer): RawBuilder<boolean> {
  if (!viewer.isSuperAdmin) return sql`false`;
  return sql`not (${knowsOf(viewer)} and ${belongsTo(viewer, sql.ref('entry.content_audience'))})`;
}

function knowsOf(viewer: Viewer): RawBuilder<boolean> {
  return sql`(${belongsTo(viewer, sql.ref('entry.metadata_audience'))} and ${isAuthorActive})`;
}

function belongsTo(viewer: Viewer, audience: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce(
    entry.user_id = ${viewer.userId}
    or ${audience} = '00000000-0000-0000-0000-000000000000'
    or ${audience} = any ((select ids from viewer_group)::uuid[]), false)`;
}

/**
 * Holds a person's journal still until the transaction ends. Whatever decides whom their entries let in (a change of an
 * entry or a notebook, the end of a membership) does so under this lock, one after another: then rows need no locks of their
 * own, and no order in which to take them.
 */
export async function lockJournalOf(tx: Tx, authorId: string): Promise<void> {
  await lockNamed(tx, `journal of ${authorId}`);
}

/**
 * Holds teams and organizations still until the transaction ends: whoever deletes one waits for it. Comes after the journal's
 * lock, and before any row of a notebook or an entry is locked. Returns the ids of those that exist, in lower case.
 */
export async function lockGroups(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  // Organizations first, as whoever deletes one together with its teams takes them too.
  const organizations = await sql<{ id: string }>`
    select id from organization where id = any (${[...ids]}::uuid[]) order by id for key share`.execute(tx);
  const teams = await sql<{ id: string }>`
    select id from team where id = any (${[...ids]}::uuid[]) order by id for key share`.execute(tx);
  return new Set([...organizations.rows, ...teams.rows].map(({ id }) => id));
}

/** Whether a team exists, and has this member. */
export async function findTeamFacts(db: Db, teamId: string, userId: string): Promise<GroupFacts> {
  const { rows } = await sql<GroupFacts>`
    select exists (select from team where id = ${teamId}) as exists,
      exists (select from team_member where team_id = ${teamId} and user_id = ${userId}) as "isMember"`.execute(db);
  return rows[0] ?? { exists: false, isMember: false };
}

/** Whether an organization exists, and has this member. */
export async function findOrganizationFacts(db: Db, orgId: string, userId: string): Promise<GroupFacts> {
  const { rows } = await sql<GroupFacts>`
    select exists (select from organization where id = ${orgId}) as exists,
      exists (select from organization_member where org_id = ${orgId} and user_id = ${userId}) as "isMember"`.execute(
    db,
  );
  return rows[0] ?? { exists: false, isMember: false };
}
