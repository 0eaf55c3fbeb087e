import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

type Group = { id: string; name: string };

/** A user and what the reader has in common with them. */
export type UserRow = {
  id: string;
  full_name: string;
  avatar_url: string | null;
  is_ai: boolean;
  is_active: boolean;
  shared_organizations: Group[];
  shared_teams: Group[];
  /** Whether the reader has blocked the user, and the other way round. */
  is_blocked: boolean;
  has_blocked: boolean;
  /** Whether a chain links them, or has linked them, as neighbours or in one squad. */
  is_linked: boolean;
};

export async function findUserFor(db: Db, readerId: string, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select id, full_name, avatar_url, is_ai, is_active,
      (select coalesce(jsonb_agg(jsonb_build_object('id', organization.id, 'name', name) order by lower(name)), '[]')
        from organization_member own
          join organization_member theirs using (org_id)
          join organization on organization.id = org_id
        where own.user_id = ${readerId} and theirs.user_id = profile.id) as shared_organizations,
      (select coalesce(jsonb_agg(jsonb_build_object('id', team.id, 'name', name) order by lower(name)), '[]')
        from team_member own join team_member theirs using (team_id) join team on team.id = team_id
        where own.user_id = ${readerId} and theirs.user_id = profile.id) as shared_teams,
      exists (select from user_block where blocker_id = ${readerId} and blocked_id = profile.id) as is_blocked,
      exists (select from user_block where blocker_id = profile.id and blocked_id = ${readerId}) as has_blocked,
      exists (
        select from chain own
        where own.user_id = ${readerId} and (
          own.before_user_id = profile.id
          or own.after_user_id = profile.id
          or exists (select from squad where squad.id = own.squad_id and profile.id in (user_1_id, user_2_id, user_3_id)))
      ) as is_linked
    from profile where id = ${id}`.execute(db);
  return rows[0];
}
