import { sql } from 'kysely';
import { onlyRow } from '#platform/db/only-row.ts';
import { mapRead, type Read, toRead } from '#platform/db/read.ts';
import type { OrganizationRole, TeamRole } from '../permission/permission.schema.ts';

/** The groups of a user, by name. A membership that is not accepted yet is an invitation. */
export type GroupsOfUser = {
  organizations: { id: string; name: string; user_role: OrganizationRole; is_accepted: boolean }[];
  teams: { id: string; name: string; org_id: string; user_role: TeamRole; is_accepted: boolean }[];
};

export function selectGroupsOf(userId: string): Read<GroupsOfUser> {
  const query = sql<GroupsOfUser>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', organization.id, 'name', name, 'user_role', role, 'is_accepted', accepted_at is not null)
          order by lower(name), organization.id), '[]')
        from organization_member own join organization on organization.id = own.org_id
        where own.user_id = ${userId}) as organizations,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', team.id, 'name', name, 'org_id', team.org_id, 'user_role', role, 'is_accepted', accepted_at is not null)
          order by lower(name), team.id), '[]')
        from team_member own join team on team.id = own.team_id
        where own.user_id = ${userId}) as teams`;
  return mapRead(toRead(query, {}), onlyRow);
}
