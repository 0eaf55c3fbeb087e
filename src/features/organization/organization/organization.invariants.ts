import { sql } from 'kysely';
import { type Invariant, violationsOf } from '#platform/db/invariant.ts';

export const ORGANIZATION_INVARIANTS: readonly Invariant[] = [
  {
    name: 'organization.owners',
    holds: 'The owner of an organization is its member with the role owner.',
    advice: 'A super admin can give the organization another owner.',
    find: violationsOf(sql`
      select 'organization ' || organization.id as violation
      from organization
      where not exists (
        select from organization_member member
        where member.org_id = organization.id and member.user_id = organization.owner_id and member.role = 'owner')`),
  },
  {
    name: 'organization.team-admins',
    holds: 'The admin of a team is a member of it with the role admin.',
    advice: 'The owner of the organization can give the team another admin.',
    find: violationsOf(sql`
      select 'team ' || team.id as violation
      from team
      where not exists (
        select from team_member member
        where member.team_id = team.id and member.user_id = team.admin_id and member.role = 'admin')`),
  },
];
