import { sql } from 'kysely';
import type { UserSummary } from '#features/account';
import type { Db, Tx } from '#platform/db/database.ts';
import type { OrganizationRole, TeamRole } from '../permission/permission.schema.ts';

/** What a list shows of a group. `lead` is the owner of an organization or the admin of a team; null if inactive. */
export type GroupFacts<Role> = { id: string; member_count: number; user_role: Role | null; lead: UserSummary | null };

/** Reads the facts of all these organizations in one statement. Only active members count. */
export async function listOrganizationFacts(
  db: Db | Tx,
  userId: string,
  ids: readonly string[],
): Promise<GroupFacts<OrganizationRole>[]> {
  const { rows } = await sql<GroupFacts<OrganizationRole>>`
    select organization.id, own.role as user_role,
      (select count(*)::integer from organization_member member join profile on profile.id = member.user_id
        where member.org_id = organization.id and profile.is_active) as member_count,
      (${userById(sql.ref('organization.owner_id'))}) as lead
    from organization left join organization_member own on own.org_id = organization.id and own.user_id = ${userId}
    where organization.id = any (${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** Reads the facts of all these teams in one statement. Only active members count. */
export async function listTeamFacts(
  db: Db | Tx,
  userId: string,
  ids: readonly string[],
): Promise<GroupFacts<TeamRole>[]> {
  const { rows } = await sql<GroupFacts<TeamRole>>`
    select team.id, own.role as user_role,
      (select count(*)::integer from team_member member join profile on profile.id = member.user_id
        where member.team_id = team.id and profile.is_active) as member_count,
      (${userById(sql.ref('team.admin_id'))}) as lead
    from team left join team_member own on own.team_id = team.id and own.user_id = ${userId}
    where team.id = any (${[...ids]}::uuid[])`.execute(db);
  return rows;
}

function userById(id: ReturnType<typeof sql.ref>) {
  return sql<UserSummary | null>`
    select jsonb_build_object('id', id, 'full_name', full_name, 'avatar_url', avatar_url, 'is_ai', is_ai)
    from profile where profile.id = ${id} and is_active`;
}
