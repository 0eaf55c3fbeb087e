import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** The ids of the organization's teams of which a user is a member. */
export async function listTeamIdsOfMember(tx: Tx, orgId: string, userId: string): Promise<string[]> {
  const teams = await tx
    .selectFrom('team_member')
    .select('team_id')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .execute();
  return teams.map(({ team_id }) => team_id);
}

/** Replaces the named admin in all teams of an organization. Returns the ids of the changed teams. */
export async function updateTeamAdmins(
  tx: Tx,
  orgId: string,
  formerAdminId: string,
  adminId: string,
  now: Date,
): Promise<string[]> {
  const teams = await tx
    .updateTable('team')
    .set({ admin_id: adminId, updated_at: now })
    .where('org_id', '=', orgId)
    .where('admin_id', '=', formerAdminId)
    .returning('id')
    .execute();
  return teams.map(({ id }) => id);
}

/**
 * Makes the member who accepted first the named admin of the teams of an organization that a user led, admins before others. Returns
 * the ids of the teams without such a member, which still name the user.
 */
export async function passOnTeams(tx: Tx, orgId: string, userId: string, now: Date): Promise<string[]> {
  await sql`
    with passed_on as (
      update team set admin_id = successor.user_id, updated_at = ${now}
      from team led cross join lateral (
        select member.user_id from team_member member join profile on profile.id = member.user_id
        where member.team_id = led.id and member.user_id <> ${userId} and accepted_at is not null and is_active and not is_ai
        order by member.role = 'admin' desc, accepted_at, member.user_id limit 1
      ) successor
      where led.org_id = ${orgId} and led.admin_id = ${userId} and team.id = led.id
      returning team.id, team.admin_id
    )
    update team_member set role = 'admin' from passed_on
    where team_member.team_id = passed_on.id and team_member.user_id = passed_on.admin_id`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select id from team where org_id = ${orgId} and admin_id = ${userId} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Gives a user the role `admin` in teams of one organization, and adds them where they are not a member. Returns the ids of the
 * teams that they joined.
 */
export async function insertTeamAdmins(
  tx: Tx,
  admin: { teamIds: readonly string[]; orgId: string; userId: string; acceptedAt: Date | null; now: Date },
): Promise<string[]> {
  const { teamIds, orgId, userId, acceptedAt, now } = admin;
  const { rows } = await sql<{ team_id: string; is_new: boolean }>`
    insert into team_member (team_id, org_id, user_id, role, joined_at, accepted_at)
    select team_id, ${orgId}, ${userId}, 'admin', ${now}, ${acceptedAt} from unnest(${[...teamIds]}::uuid[]) team_id
    on conflict (user_id, team_id) do update set role = 'admin'
    -- PostgreSQL leaves xmax at 0 on a row that was inserted.
    returning team_id, xmax = 0 as is_new`.execute(tx);
  return rows.filter(({ is_new }) => is_new).map(({ team_id }) => team_id);
}
