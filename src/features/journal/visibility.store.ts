import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
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

/** Whether the viewer may know of the entry: its title, mood, tags and dates. */
export function mayReadMetadata(viewer: Viewer): RawBuilder<boolean> {
  return mayRead(viewer, sql.ref('entry.metadata_audience'));
}

/** Whether the viewer, who may read the metadata, may read the text as well, and what is derived from it. */
export function mayReadContent(viewer: Viewer): RawBuilder<boolean> {
  return mayRead(viewer, sql.ref('entry.content_audience'));
}

/** Whether the viewer may read the text only as a super admin: such a read is written to the audit log. */
export function readsByPrivilege(viewer: Viewer): RawBuilder<boolean> {
  return viewer.isSuperAdmin ? sql`not ${belongsTo(viewer, sql.ref('entry.content_audience'))}` : sql`false`;
}

function mayRead(viewer: Viewer, audience: RawBuilder<unknown>): RawBuilder<boolean> {
  return viewer.isSuperAdmin ? sql`true` : belongsTo(viewer, audience);
}

function belongsTo(viewer: Viewer, audience: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce(
    entry.user_id = ${viewer.userId}
    or ${audience} = '00000000-0000-0000-0000-000000000000'
    or ${audience} = any ((select ids from viewer_group)::uuid[]), false)`;
}

/** Whether a team exists and has this member; the membership is held still until the transaction ends. */
export async function lockTeamFacts(db: Db | Tx, teamId: string, userId: string): Promise<GroupFacts> {
  const team = await db.selectFrom('team').select('id').where('id', '=', teamId).executeTakeFirst();
  const member = await db
    .selectFrom('team_member')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst();
  return { exists: team !== undefined, isMember: member !== undefined };
}

/** Whether an organization exists and has this member; the membership is held still until the transaction ends. */
export async function lockOrganizationFacts(db: Db | Tx, orgId: string, userId: string): Promise<GroupFacts> {
  const organization = await db.selectFrom('organization').select('id').where('id', '=', orgId).executeTakeFirst();
  const member = await db
    .selectFrom('organization_member')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst();
  return { exists: organization !== undefined, isMember: member !== undefined };
}
